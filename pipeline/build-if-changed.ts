import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { current } from "./build-folder.ts";
import { fingerprint } from "./fingerprint.ts";
import { runBuild } from "./run-build.ts";

/** Builds the site unless nothing it is made of has changed. False when the build failed. */
export function buildIfChanged(): boolean {
  if (existsSync(".env")) process.loadEnvFile();
  const stamp = join(current, "inputs");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint()) return true;
  console.log("Building the site. The first time takes a minute, as its pictures are made ...");
  return runBuild();
}

if (import.meta.main) process.exitCode = buildIfChanged() ? 0 : 1;
