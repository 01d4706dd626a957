import { existsSync, realpathSync } from "node:fs";
import { siteFolder } from "../pipeline/build-folder.ts";
import { openPages } from "./pages.ts";
import { run } from "./run.ts";

// The release itself, not the link to it: a build may exchange it while it is read.
const site = existsSync(siteFolder) ? realpathSync(siteFolder) : siteFolder;
await run(({ siteUrl }, log) => openPages(site, { secure: siteUrl?.startsWith("https:") ?? false, log }));
