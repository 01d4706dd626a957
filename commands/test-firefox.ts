import { spawnSync } from "node:child_process";
import { buildIfChanged } from "../pipeline/build-if-changed.ts";

const names = ["firefox-esr", "firefox"];
const installed = names.map((name) => spawnSync("which", [name], { encoding: "utf8" }).stdout.trim()).find(Boolean);
const firefox = process.env.FIREFOX_PATH ?? installed;

if (!firefox) {
  console.log("No Firefox was found, so nothing was run: install firefox-esr, or name one with FIREFOX_PATH.");
} else if (buildIfChanged()) {
  const args = ["node_modules/@playwright/test/cli.js", "test", ...process.argv.slice(2)];
  const env = { ...process.env, FIREFOX_PATH: firefox };
  process.exitCode = spawnSync(process.execPath, args, { stdio: "inherit", env }).status ?? 1;
} else {
  process.exitCode = 1;
}
