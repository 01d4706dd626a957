import { siteFolder } from "../../src/build/build-folder.ts";
import { listFiles } from "../../src/build/list-files.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readFolders } from "../../src/settings/settings.ts";
import { startBuiltServer } from "../../tests/kit/built-server.ts";
import { openBrowser } from "./browser.ts";

export const { buildFolder } = readFolders(loadEnvironment());
export const builtFolder = siteFolder(buildFolder);

export const listBuiltPaths = () =>
  listFiles(builtFolder)
    .filter((file) => file.endsWith(".html") && file !== "404.html")
    .map((file) => `/${file.replace(/(^index)?\.html$/, "")}`)
    .sort();

export const startBenchSite = () => startBuiltServer({ BUILD_DIR: buildFolder, HOST: "127.0.0.1" });

/** The site, and a browser for it. */
export async function startVisitedSite(executablePath?: string) {
  const [site, browser] = await Promise.all([startBenchSite(), openBrowser(executablePath)]);
  return {
    url: site.origin,
    browser,
    async stop() {
      await browser.close();
      await site.stop();
    },
  };
}
