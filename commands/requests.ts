import { loadSettings } from "../src/server/load-settings.ts";
import { runRequestsCommand } from "../src/server/requests-command.ts";

const [, , command, ...others] = process.argv;
if (command === "smoke") {
  process.argv.splice(2, 1);
  await import("./smoke.ts");
} else process.exitCode = await runRequestsCommand(command ? [command, ...others] : [], loadSettings, process.stdout);
