import { existsSync, realpathSync } from "node:fs";
import { siteFolder } from "../build/build-folder.ts";
import { openPages } from "./pages.ts";
import { run } from "./run.ts";

await run(({ siteUrl, buildFolder }, log) => {
  const folder = siteFolder(buildFolder);
  // The link is resolved first, because a build may replace it while the release is read.
  const site = existsSync(folder) ? realpathSync(folder) : folder;
  return openPages(site, { siteUrl, log });
});
