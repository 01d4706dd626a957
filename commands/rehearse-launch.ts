import { existsSync } from "node:fs";
import { listLaunchItems } from "../src/content/launch/launch-check.ts";
import { rehearseLaunch } from "../src/content/launch/rehearse-launch.ts";
import { readContent } from "../src/content/read-content.ts";
import { loadEnvironment } from "../src/settings/load.ts";
import { readFolders } from "../src/settings/settings.ts";

/** Writes a copy of the content as it will be after launch, to check the site and the tests with it. */
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
