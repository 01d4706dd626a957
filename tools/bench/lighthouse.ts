import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "../../tests/kit/find-chromium.ts";
import { NotInstalled } from "./report.ts";

const entry = join(import.meta.dirname, "node_modules/lighthouse/core/index.js");

const metrics = {
  fcp: "first-contentful-paint",
  lcp: "largest-contentful-paint",
  tbt: "total-blocking-time",
  cls: "cumulative-layout-shift",
  si: "speed-index",
  work: "mainthread-work-breakdown",
} as const;

export type Metrics = Record<keyof typeof metrics | "score", number>;

interface LighthouseResult {
  lhr: {
    runtimeError?: { message: string };
    audits: Record<string, { numericValue?: number } | undefined>;
    categories: { performance: { score: number } };
  };
}

/** Lighthouse with its defaults: mobile, simulated throttling, an empty cache for every run. */
export async function openLighthouse() {
  const { default: lighthouse }: { default: (url: string, flags: object) => Promise<LighthouseResult> } = await import(
    entry
  );
  const chrome = await startChromium();
  return {
    async measure(url: string): Promise<Metrics> {
      const flags = { port: chrome.port, onlyCategories: ["performance"], disableFullPageScreenshot: true };
      let { lhr } = await lighthouse(url, flags);
      // On a busy machine a trace is sometimes lost, so the run is repeated.
      for (let again = 0; lhr.runtimeError && again < 3; again++) lhr = (await lighthouse(url, flags)).lhr;
      if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
      const metric = (name: keyof typeof metrics) => lhr.audits[metrics[name]]?.numericValue ?? Number.NaN;
      return {
        fcp: metric("fcp"),
        lcp: metric("lcp"),
        tbt: metric("tbt"),
        cls: metric("cls"),
        si: metric("si"),
        work: metric("work"),
        score: Math.round(lhr.categories.performance.score * 100),
      };
    },
    stop: chrome.stop,
  };
}

/** Lighthouse is large and not needed by the site, so it is installed separately, in its own folder. */
export function requireLighthouse() {
  if (!existsSync(entry))
    throw new NotInstalled("Lighthouse is not installed: npm ci --prefix tools/bench --ignore-scripts");
}

async function startChromium() {
  const profile = mkdtempSync(join(tmpdir(), "bench-chromium-"));
  const flags = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    // The bench's own certificate is signed by nobody.
    "--ignore-certificate-errors",
    "--remote-debugging-port=0",
    `--user-data-dir=${profile}`,
  ];
  // Debian starts its browser from a script, which does not pass on a signal, so both get it as a group.
  const browser = spawn(findChromium(), [...flags, "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  const port = await new Promise<number>((found, failed) => {
    browser.once("exit", (code) => failed(new Error(`Chromium ended with ${code}`)));
    browser.stderr.on("data", (text) => {
      const number = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(String(text))?.[1];
      if (number) found(Number(number));
    });
  });
  return {
    port,
    async stop() {
      const ended = new Promise((done) => browser.once("exit", done));
      if (browser.pid) process.kill(-browser.pid);
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}
