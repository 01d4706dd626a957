import { parseArgs } from "node:util";
import { readContent } from "../src/content/read-content.ts";
import { runCommand } from "../src/server/command-error.ts";
import { loadEnvironment } from "../src/settings/load.ts";
import { readFolders } from "../src/settings/settings.ts";
import { formatReport, launch, listLeft } from "./launch-report.ts";

const { values } = parseArgs({ options: { launch: { type: "string" } } });

await runCommand(async function* () {
  const environment = loadEnvironment();
  const { contentFolder } = readFolders(environment);
  const content = readContent(contentFolder);
  const items = listLeft(contentFolder, environment, content);
  yield formatReport(items, content);
  if (values.launch !== undefined) yield launch(contentFolder, values.launch, items, content);
  else if (items.length) process.exitCode = 1;
});
