import { siteFolder } from "../src/build/build-folder.ts";
import { buildIfChanged } from "../src/build/build-if-changed.ts";
import { errorMessage } from "../src/log/errors.ts";
import { type Log, logLine } from "../src/log/log.ts";
import { openStore } from "../src/server/backend.ts";
import { loadSettings } from "../src/server/load-settings.ts";
import { startLocalDesk } from "../src/server/local-desk.ts";
import { openPages } from "../src/server/pages.ts";
import { loadEnvironment } from "../src/settings/load.ts";
import { readBuildSettings } from "../src/settings/settings.ts";

const log: Log = (event, details) => console.error(logLine(event, details));

try {
  const environment = loadEnvironment();
  if (!buildIfChanged(readBuildSettings(environment), { quickPictures: true })) process.exit(1);
  const settings = loadSettings(environment);
  const store = openStore(settings, (reason) => log("fatal", { reason }));
  const pages = await openPages(siteFolder(settings.buildFolder));
  const desk = await startLocalDesk({ settings, pages, store, log, port: settings.port + 10 });
  console.log(`Open ${desk.url} (stop with Ctrl-C)`);
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
