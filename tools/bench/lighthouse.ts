import { findChromium } from "../../tests/kit/find-chromium.ts";
import { importTool } from "./import-tool.ts";

const audits = {
  fcp: "first-contentful-paint",
  lcp: "largest-contentful-paint",
  si: "speed-index",
  tbt: "total-blocking-time",
  cls: "cumulative-layout-shift",
} as const;

/** `lost` is what the performance score has less than 100. */
export type Metrics = Record<keyof typeof audits | "lost", number>;

interface Lighthouse {
  default(
    url: string,
    flags: object,
  ): Promise<{
    lhr: {
      runtimeError?: { message: string };
      audits: Record<string, { numericValue?: number } | undefined>;
      categories: { performance: { score: number } };
    };
  }>;
}

interface ChromeLauncher {
  launch(options: object): Promise<{ port: number; kill(): void }>;
}

/** Lighthouse with its defaults: mobile, simulated throttling, an empty cache for every run. */
export async function openLighthouse() {
  const { default: lighthouse } = await importTool<Lighthouse>("lighthouse/core/index.js");
  const { launch } = await importTool<ChromeLauncher>("chrome-launcher/dist/index.js");
  // The bench's own certificate is signed by nobody.
  const chromeFlags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--ignore-certificate-errors"];
  const chrome = await launch({ chromePath: findChromium(), chromeFlags });
  return {
    async measure(url: string): Promise<Metrics> {
      const flags = { port: chrome.port, onlyCategories: ["performance"], disableFullPageScreenshot: true };
      let { lhr } = await lighthouse(url, flags);
      // On a busy machine a trace is sometimes lost, so the run is repeated.
      for (let again = 0; lhr.runtimeError && again < 3; again++) lhr = (await lighthouse(url, flags)).lhr;
      if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
      const metric = (name: keyof typeof audits) => lhr.audits[audits[name]]?.numericValue ?? Number.NaN;
      return {
        fcp: metric("fcp"),
        lcp: metric("lcp"),
        si: metric("si"),
        tbt: metric("tbt"),
        cls: metric("cls"),
        lost: 100 - Math.round(lhr.categories.performance.score * 100),
      };
    },
    stop: () => chrome.kill(),
  };
}
