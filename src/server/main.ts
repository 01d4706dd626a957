import { followReleases } from "./follow-releases.ts";
import { run } from "./run.ts";

await run(({ siteUrl, buildFolder }, log) => followReleases(buildFolder, { siteUrl, log }));
