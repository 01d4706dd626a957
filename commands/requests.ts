import { loadSettings } from "../src/server/load-settings.ts";
import { runRequestsCommand } from "../src/server/requests-command.ts";

process.exitCode = await runRequestsCommand(process.argv.slice(2), loadSettings, process.stdout);
