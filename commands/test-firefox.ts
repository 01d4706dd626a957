import { spawnSync } from "node:child_process";
import { loadEnvironment } from "../src/settings/load.ts";
import { findProgram, requirePrograms } from "../tests/kit/programs.ts";

/** Runs the journeys of `npm test -- journeys`, or those in the named files, in the machine's own Firefox. */
const firefox = loadEnvironment().FIREFOX_PATH || findProgram("firefox-esr") || findProgram("firefox");
if (!firefox) requirePrograms("npm run test:firefox", { "firefox-esr": "firefox-esr" });
const asked = process.argv.slice(2);
const { status } = spawnSync(process.execPath, ["commands/test.ts", ...(asked.length ? asked : ["journeys"])], {
  stdio: "inherit",
  env: { ...process.env, FIREFOX_PATH: firefox },
});
process.exitCode = status ?? 1;
