import { type Browser, chromium } from "@playwright/test";
import { siteFolder } from "../../src/build/build-folder.ts";
import { listFiles } from "../../src/build/release-files.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readFolders } from "../../src/settings/settings.ts";
import { chromiumFlags, findChromium } from "../../tests/kit/find-chromium.ts";
import { patient } from "../../tests/kit/patience.ts";
import { startBuiltServer } from "../../tests/kit/server-process.ts";

export const { buildFolder } = readFolders(loadEnvironment());
export const builtFolder = siteFolder(buildFolder);

export const listBuiltPaths = () =>
  listFiles(builtFolder)
    .filter((file) => file.endsWith(".html") && file !== "404.html")
    .map((file) => `/${file.replace(/(^index)?\.html$/, "")}`)
    .sort();

export const startBenchSite = () => startBuiltServer({ BUILD_DIR: buildFolder });

/** The distance for fetching lazy pictures: the headless shell knows no connection type and would use the largest. */
const args = [...chromiumFlags, "--blink-settings=lazyLoadingImageMarginPxUnknown=1250"];

export const openBrowser = (executablePath = findChromium()) => chromium.launch({ executablePath, args });

/** The site, and a browser for it. */
export async function startVisitedSite(executablePath?: string) {
  const [site, browser] = await Promise.all([startBenchSite(), openBrowser(executablePath)]);
  return {
    url: site.origin,
    browser,
    async [Symbol.asyncDispose]() {
      await browser.close();
      await site.stop();
    },
  };
}

/**
 * A tab with an empty cache, on a phone or a desk, and a session for Chromium's own commands. The page is told of every
 * pixel, so that it chooses its pictures by them, but only this share of them is painted.
 */
export async function openTab(browser: Browser, width: number, pixels: number, painted = 1) {
  const mobile = width < 600;
  const screen = { width, height: mobile ? 844 : 900 };
  const shown = { viewport: screen, deviceScaleFactor: pixels, isMobile: mobile, hasTouch: mobile };
  const context = await browser.newContext(shown);
  context.setDefaultTimeout(patient(120_000));
  const tab = await context.newPage();
  const session = await context.newCDPSession(tab);
  await session.send("Network.enable");
  const metrics = { ...screen, deviceScaleFactor: pixels, scale: painted, mobile };
  if (painted < 1) await session.send("Emulation.setDeviceMetricsOverride", metrics);
  return { tab, session, close: () => context.close() };
}
