import { backUp } from "../src/server/backup-commands.ts";
import { runCommand } from "../src/server/command-error.ts";
import { loadSettings } from "../src/server/load-settings.ts";

// The copies contain personal data, so only this user may read them.
process.umask(0o077);
await runCommand(() => backUp(process.argv[2], loadSettings()));
