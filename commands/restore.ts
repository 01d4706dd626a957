import { restore } from "../src/server/backup-commands.ts";
import { runCommand } from "../src/server/command-error.ts";
import { loadSettings } from "../src/server/load-settings.ts";

process.umask(0o077);
await runCommand(() => restore(process.argv[2], loadSettings()));
