import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The journeys of `npm test -- journeys` once more, in the machine's own Firefox. */
const names = ["firefox-esr", "firefox"];
const folders = process.env.PATH?.split(delimiter) ?? [];
const installed = names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
const firefox = process.env.FIREFOX_PATH ?? installed;

if (!firefox) {
  console.log("No Firefox was found, so nothing was run: install firefox-esr, or name one with FIREFOX_PATH.");
} else {
  const env = { ...process.env, FIREFOX_PATH: firefox };
  process.exitCode =
    spawnSync(process.execPath, ["commands/test.ts", "journeys"], { stdio: "inherit", env }).status ?? 1;
}
