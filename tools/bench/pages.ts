import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findChromium } from "../../tests/kit/find-chromium.ts";
import { freePort } from "../../tests/kit/free-port.ts";
import { spawnServer } from "../../tests/kit/spawn-server.ts";
import { startBenchSite } from "./bench-site.ts";
import { figureRows, importTool, log, median, milliseconds, type Options, type Row } from "./report.ts";

/** Lighthouse's own audits, and what it calls good. */
const goals = {
  "points below 100": 0,
  "first-contentful-paint": 1800,
  "largest-contentful-paint": 2500,
  "speed-index": 3400,
  "total-blocking-time": 100,
  "cumulative-layout-shift": 0,
};
type Metrics = Record<string, number>;

interface Report {
  runtimeError?: { message: string };
  audits: Record<string, { numericValue?: number } | undefined>;
  categories: { performance: { score: number } };
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report }>;

/** Every page by Lighthouse over HTTP/2, in turn with the same page of another site. */
export async function measure({ runs, pages, beside }: Options): Promise<Row[]> {
  const { default: lighthouse }: { default: Lighthouse } = await importTool("lighthouse");
  const { launch } = await importTool("chrome-launcher");
  // The bench's own certificate is signed by nobody.
  const chromeFlags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--ignore-certificate-errors"];
  const chrome = await launch({ chromePath: findChromium(), chromeFlags });
  await using site = await startBenchSite();
  /** With its defaults: a phone, simulated throttling, an empty cache for every run. */
  const visit = async (url: string): Promise<Metrics> => {
    const flags = { port: chrome.port, onlyCategories: ["performance"], disableFullPageScreenshot: true };
    let { lhr } = await lighthouse(url, flags);
    // On a busy machine a trace is sometimes lost, so the run is repeated.
    for (let again = 0; lhr.runtimeError && again < 3; again++) lhr = (await lighthouse(url, flags)).lhr;
    if (lhr.runtimeError) throw new Error(lhr.runtimeError.message);
    const figures = Object.keys(goals).map((name) => [name, lhr.audits[name]?.numericValue]);
    const lost = 100 - Math.round(lhr.categories.performance.score * 100);
    return { ...Object.fromEntries(figures), "points below 100": lost };
  };
  try {
    await using ours = await serveOverHttps(site.origin);
    await using proxy = beside?.startsWith("http:") ? await serveOverHttps(beside) : undefined;
    const theirs = proxy?.address ?? beside;
    const measured: { page: string; results: Metrics[]; others: Metrics[] }[] = [];
    for (const page of pages) {
      const [results, others]: [Metrics[], Metrics[]] = [[], []];
      for (let run = 0; run < runs; run++) {
        results.push(await visit(ours.address + page));
        if (theirs) others.push(await visit(theirs + page));
      }
      log(JSON.stringify({ page, results, others }));
      measured.push({ page, results, others });
    }
    return Object.entries(goals).flatMap(([name, limit]) => {
      const medianOf = (runs: Metrics[]) => median(runs.map((run) => run[name] ?? Number.NaN));
      const figures = measured.map(({ page, results, others }) => ({
        page,
        ours: medianOf(results),
        theirs: others.length ? medianOf(others) : undefined,
      }));
      const isTime = name !== "points below 100" && name !== "cumulative-layout-shift";
      return figureRows(name, figures, limit, isTime ? milliseconds : String);
    });
  } finally {
    chrome.kill();
  }
}

/**
 * Serves a site over HTTP/2 as visitors get it, by Caddy with a certificate of its own.
 * Over the server's plain HTTP/1.1 two files at the same time take two connections, and the second costs two more round trips.
 */
async function serveOverHttps(origin: string) {
  const folder = mkdtempSync(join(tmpdir(), "bench-https-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const address = `https://localhost:${await freePort()}`;
  const options = "admin off\nskip_install_trust\nauto_https disable_redirects\nservers {\nprotocols h1 h2\n}\n";
  const config = join(folder, "Caddyfile");
  writeFileSync(config, `{\n${options}}\n${address} {\ntls internal\nreverse_proxy ${origin}\n}\n`);
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  // The certificate is there a moment after the port is open.
  const announcement = /"certificate obtained successfully","identifier":"(\w+)"/;
  const server = spawnServer(["caddy", "run", "--config", config], { env }, announcement);
  await server.ready();
  return { address, [Symbol.asyncDispose]: () => server.terminate() };
}
