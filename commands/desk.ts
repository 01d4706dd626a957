import { type Log, logLine } from "../consultations/log.ts";
import { errorMessage } from "../consultations/thrown.ts";
import { siteFolder } from "../pipeline/build-folder.ts";
import { buildIfChanged } from "../pipeline/build-if-changed.ts";
import { openStore } from "../server/backend.ts";
import { startLocalDesk } from "../server/local-desk.ts";
import { openPages } from "../server/pages.ts";
import { loadEnvironment, loadSettings } from "../settings/load.ts";
import { readBuildSettings } from "../settings/settings.ts";

const log: Log = (event, details) => console.error(logLine(event, details));

try {
  const environment = loadEnvironment();
  if (!buildIfChanged(readBuildSettings(environment), { quickPictures: true })) process.exit(1);
  const settings = loadSettings(environment);
  const store = openStore(settings, (reason) => log("fatal", { reason }));
  const pages = openPages(siteFolder(settings.buildFolder));
  const desk = await startLocalDesk({ settings, pages, store, log, port: settings.port + 10 });
  console.log(`Open ${desk.address}/desk (stop with Ctrl-C)`);
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
