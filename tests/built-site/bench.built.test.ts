import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { connect } from "node:http2";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { startBenchSite } from "../../tools/bench/bench-site.ts";
import { serveOverHttps } from "../../tools/bench/https.ts";
import { NotInstalled, type Options, type Row } from "../../tools/bench/report.ts";
import { findQuickChromium } from "../kit/find-chromium.ts";
import { needs } from "../kit/needs.ts";
import { hasNginx } from "../kit/nginx.ts";
import { findProgram } from "../kit/programs.ts";

/** Every measurement that a document cites, and what it says where the machine lacks a program. */
const measurements: [name: string, isPossible: boolean, missing?: RegExp][] = [
  ["bytes", true],
  ["first-second", true],
  ["navigation", true],
  ["form", true],
  ["requests", true],
  ["servers", true],
  ["growth", true],
  ["publishing", hasNginx(), /^Publishing is measured with Debian's nginx: sudo apt-get install nginx$/],
  [
    "serving",
    hasNginx() && Boolean(findProgram("wrk")),
    /^Serving is measured with Debian's (wrk|nginx): sudo apt-get/,
  ],
  [
    "pages",
    existsSync("tools/bench/node_modules") && Boolean(findProgram("openssl")),
    /^Lighthouse is not installed: npm ci --prefix tools\/bench|^Pages are measured .* openssl: sudo apt-get/,
  ],
];
const options: Options = { runs: 1, only: ["/"], compareUrl: undefined, smallest: true };

beforeAll(() => {
  vi.stubEnv("CHROMIUM_PATH", findQuickChromium());
  // The figures that a measurement prints on its way mean nothing in its smallest run.
  const printed = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  return () => {
    vi.unstubAllEnvs();
    printed.mockRestore();
  };
});

test("the command prints the table of a measurement", () => {
  const { status, stdout } = spawnSync(process.execPath, ["tools/bench/bench.ts", "counting", "--smallest"], {
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^goal .*\n6 counting visits, .*\d µs/)]);
});

test(
  "the pages that are measured come over HTTP/2, as the server sends them",
  needs("openssl", Boolean(findProgram("openssl"))),
  async () => {
    const site = await startBenchSite();
    onTestFinished(site.stop);
    const secure = await serveOverHttps(site.url);
    onTestFinished(secure.stop);
    const session = connect(secure.url, { rejectUnauthorized: false });
    const stream = session.request({ ":path": "/blank" });
    const headers = new Promise((received) => stream.on("response", received));
    const plain = await fetch(`${site.url}/blank`, { headers: { "accept-encoding": "identity" } });
    expect(await headers).toMatchObject({ ":status": 200, etag: plain.headers.get("etag") });
    expect(await text(stream)).toBe(await plain.text());
  },
);

describe.concurrent("the smallest run of each benchmark", () => {
  test.each(measurements)("the benchmark %s runs, or names what it needs", async (name, isPossible, missing) => {
    const { measure }: { measure: (options: Options) => Promise<Row[]> } = await import(`../../tools/bench/${name}.ts`);
    const outcome = measure(options).catch((error) => {
      if (error instanceof NotInstalled) return error.message;
      throw error;
    });
    const row = { goal: expect.any(String), ours: expect.stringMatching(/\d/) };
    expect(await outcome).toEqual(
      isPossible ? expect.arrayContaining([expect.objectContaining(row)]) : expect.stringMatching(missing ?? /never/),
    );
  });
});
