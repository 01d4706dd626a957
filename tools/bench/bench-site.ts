import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { serverFolder, siteFolder } from "../../src/build/build-folder.ts";
import { listFiles } from "../../src/build/list-files.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readFolders } from "../../src/settings/settings.ts";
import { cleanEnvironment } from "../../tests/kit/clean-environment.ts";
import { spawnServer } from "../../tests/kit/spawn-server.ts";
import { openBrowser } from "./browser.ts";

export const { buildFolder } = readFolders(loadEnvironment());
export const builtFolder = siteFolder(buildFolder);

/** The lower limit: a page with an inline style and one line. */
const blankPage =
  '<!doctype html><html lang="en-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Blank</title><style>body{margin:2rem;font:1rem/1.5 sans-serif}</style></head><body><p>Blank</p></body></html>';

export const listBuiltPaths = () =>
  listFiles(builtFolder)
    .filter((file) => file.endsWith(".html") && file !== "404.html")
    .map((file) => `/${file.replace(/(^index)?\.html$/, "")}`)
    .sort();

/** The site, and a browser for it. */
export async function startVisitedSite() {
  const [site, browser] = await Promise.all([startBenchSite(), openBrowser()]);
  return {
    url: site.url,
    browser,
    async stop() {
      await browser.close();
      await site.stop();
    },
  };
}

/** Starts the real server in a temporary folder, with the built site and a blank page. */
export async function startBenchSite() {
  // The folder is inside the project, where the built code finds its packages.
  const folder = resolve(mkdtempSync(".cache/bench-site-"));
  const site = join(folder, "build/current/client");
  cpSync(builtFolder, site, { recursive: true });
  cpSync(serverFolder(buildFolder), join(folder, "build/current/server"), { recursive: true });
  writeFileSync(join(site, "blank.html"), blankPage);
  writeFileSync(join(site, "blank.html.br"), brotliCompressSync(blankPage));
  writeFileSync(join(site, "blank.html.gz"), gzipSync(blankPage));
  const server = spawnServer([process.execPath, resolve("src/server/main.ts")], {
    cwd: folder,
    env: { ...cleanEnvironment, HOST: "127.0.0.1", PORT: "0", RATE_LIMIT: "off", DIGEST: "off" },
  });
  const url = await server.ready();
  return {
    url,
    async stop() {
      await server.terminate();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
