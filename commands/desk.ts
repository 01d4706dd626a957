import { parseArgs } from "node:util";
import { siteFolder } from "../src/build/build-folder.ts";
import { findDeskBuild } from "../src/build/build-if-changed.ts";
import { openBrowser } from "../src/http/open-browser.ts";
import { errorMessage } from "../src/log/errors.ts";
import { type Log, logLine } from "../src/log/log.ts";
import { openingPage } from "../src/server/data-paths.ts";
import { loadSettings } from "../src/server/load-settings.ts";
import { startLocalDesk } from "../src/server/local-desk.ts";
import { openStore } from "../src/server/open-store.ts";
import { openPages } from "../src/server/serve-pages.ts";
import { loadEnvironment } from "../src/settings/load.ts";
import { readBuildSettings } from "../src/settings/settings.ts";

/** Starts the owner's desk, on the loopback only, for a person at this machine. */
const { values } = parseArgs({ options: { "no-open": { type: "boolean" }, port: { type: "string" } } });
const log: Log = (event, details) => console.error(logLine(event, details));

try {
  const environment = loadEnvironment();
  const buildFolder = findDeskBuild(readBuildSettings(environment));
  if (!buildFolder) process.exit(1);
  const settings = loadSettings({ ...environment, BUILD_DIR: buildFolder });
  const store = await openStore(settings, (reason) => log("fatal", { reason }));
  const pages = await openPages(siteFolder(buildFolder));
  const port = values.port === undefined ? settings.port + 10 : Number(values.port);
  const desk = await startLocalDesk({ settings, pages, store, log, port });
  console.log(`Open ${desk.url} (stop with Ctrl-C)`);
  if (!values["no-open"]) openBrowser(desk.url, openingPage(settings.dataDir));
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, async () => {
      desk.close();
      await store.close();
    });
  }
} catch (error) {
  console.error(errorMessage(error));
  process.exitCode = 1;
}
