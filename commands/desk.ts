import { siteFolder } from "../src/build/build-folder.ts";
import { findDeskBuild } from "../src/build/build-if-changed.ts";
import { loadSettings } from "../src/server/load-settings.ts";
import { log, runLocalTool } from "../src/server/local-tool.ts";
import { createLocalDesk } from "../src/server/open-desk.ts";
import { openStore } from "../src/server/open-store.ts";
import { openPages } from "../src/server/serve-pages.ts";
import { readBuildSettings } from "../src/settings/settings.ts";

await runLocalTool("desk", 10, async ({ environment, origin }) => {
  const buildFolder = findDeskBuild(readBuildSettings(environment));
  if (!buildFolder) throw new Error("The desk could not be built. What is printed above says why.");
  const settings = loadSettings({ ...environment, BUILD_DIR: buildFolder });
  const store = await openStore(settings, (reason) => log("fatal", { reason }));
  const pages = await openPages(siteFolder(buildFolder));
  return { answer: createLocalDesk({ settings, pages, store, log, loopbackUrl: origin }), close: store.close };
});
