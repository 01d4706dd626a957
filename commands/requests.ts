import { runCommand } from "../src/server/command-error.ts";
import { loadSettings } from "../src/server/load-settings.ts";
import { runRequestsCommand } from "../src/server/requests-command.ts";

const args = process.argv.slice(2);
if (args[0] === "smoke") {
  process.argv.splice(2, 1);
  await import("./smoke.ts");
} else await runCommand(() => runRequestsCommand(args, loadSettings));
