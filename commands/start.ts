import { spawn } from "node:child_process";
import { buildIfChanged, isFirstLook } from "../src/build/build-if-changed.ts";
import { runCommand } from "../src/server/command-error.ts";
import { loadSettings } from "../src/server/load-settings.ts";
import { loadEnvironment } from "../src/settings/load.ts";
import { readBuildSettings } from "../src/settings/settings.ts";

await runCommand(async function* () {
  const environment = loadEnvironment();
  // The server's settings are checked before a build that may take a minute.
  loadSettings(environment);
  const settings = readBuildSettings(environment);
  if (!buildIfChanged(settings, "first-look")) process.exit(1);
  await import("../src/server/main.ts");
  if (!isFirstLook(settings)) return;
  yield "Its pictures are in two sizes for now. The others are made meanwhile, and served when they are ready.\n";
  const finer = spawn(process.execPath, ["src/build/finer-pictures.ts"], { stdio: "ignore" });
  finer.unref();
  process.once("exit", () => finer.kill());
});
