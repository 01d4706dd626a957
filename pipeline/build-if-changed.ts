import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { current } from "./build-folder.ts";
import { fingerprint, stampOf } from "./fingerprint.ts";
import { runBuild } from "./run-build.ts";

/** Builds the site unless nothing it is made of has changed. False when the build failed. */
export function buildIfChanged({ quickPictures = false } = {}): boolean {
  if (existsSync(".env")) process.loadEnvFile();
  const inputs = fingerprint();
  if (isBuilt(inputs) || (quickPictures && isBuilt(stampOf(inputs, "quick")))) return true;
  console.log("Building the site ...");
  return runBuild({ quickPictures });
}

/** Whether the site is built as it should be, but for its pictures. */
export const hasQuickPictures = (): boolean => isBuilt(stampOf(fingerprint(), "quick"));

function isBuilt(stamp: string) {
  const noted = join(current, "inputs");
  return existsSync(noted) && readFileSync(noted, "utf8") === stamp;
}

if (import.meta.main) process.exitCode = buildIfChanged() ? 0 : 1;
