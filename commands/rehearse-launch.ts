import { existsSync } from "node:fs";
import { loadEnvironment } from "../settings/load.ts";
import { readFolders } from "../settings/settings.ts";
import { listLaunchItems } from "../studio/launch.ts";
import { rehearseLaunch } from "../studio/launch-rehearsal.ts";
import { readContent } from "../studio/read.ts";

/** Writes a copy of the content as it is after launch, to see that site and tests hold then too. */
const [folder] = process.argv.slice(2);
if (!folder || existsSync(folder)) {
  console.error("Name a folder that does not exist yet: npm run rehearse-launch -- FOLDER");
  process.exit(1);
}
const { contentFolder } = readFolders(loadEnvironment());
rehearseLaunch(contentFolder, folder);
const left = listLaunchItems(readContent(folder));
for (const { file, field, message } of left) console.error(`${file}, ${field}: ${message}`);
console.log(
  left.length ? "Some of it is still to be answered." : `${folder} is ${contentFolder} with everything answered.`,
);
process.exitCode = left.length ? 1 : 0;
