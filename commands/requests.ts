import { runCommand } from "../src/server/command-error.ts";
import { loadSettings } from "../src/server/load-settings.ts";
import { runRequestsCommand } from "../src/server/requests-command.ts";
import { loadEnvironment } from "../src/settings/load.ts";
import { smoke } from "./smoke.ts";

const args = process.argv.slice(2);
await runCommand(() =>
  args[0] === "smoke" ? smoke(args.slice(1), loadEnvironment()) : runRequestsCommand(args, loadSettings),
);
