import { spawn } from "node:child_process";
import { buildIfChanged, isFirstLook } from "../src/build/build-if-changed.ts";
import { loadSettings } from "../src/server/load-settings.ts";
import { loadEnvironment } from "../src/settings/load.ts";
import { readBuildSettings } from "../src/settings/settings.ts";
import { SettingsError } from "../src/settings/variables.ts";

const settings = readAll();
if (!buildIfChanged(settings, "first-look")) process.exit(1);
await import("../src/server/main.ts");
if (isFirstLook(settings)) {
  console.log("Its pictures are in two sizes for now. The others are made meanwhile, and served when they are ready.");
  const finer = spawn(process.execPath, ["src/build/finer-pictures.ts"], { stdio: "ignore" });
  finer.unref();
  process.once("exit", () => finer.kill());
}

/** The server's settings are checked before a build that may take a minute. */
function readAll() {
  try {
    const environment = loadEnvironment();
    loadSettings(environment);
    return readBuildSettings(environment);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}
