import { siteFolder } from "../pipeline/build-folder.ts";
import { openPages } from "./pages.ts";
import { run } from "./run.ts";

await run(({ siteUrl }, log) => openPages(siteFolder, { secure: siteUrl?.startsWith("https:") ?? false, log }));
