import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { loadEnvironment } from "../settings/load.ts";
import { type BuildSettings, readBuildSettings } from "../settings/settings.ts";
import { currentRelease } from "./build-folder.ts";
import { codeFingerprint, fingerprint, type Pictures, stampOf } from "./fingerprint.ts";
import { type Manifest, manifestFile, readManifest, readNotes } from "./release-files.ts";

/** Builds the site unless nothing has changed since the last build. Returns false when the build failed. */
export function buildIfChanged(settings: BuildSettings, pictures: Pictures = "all"): boolean {
  const inputs = fingerprint(settings);
  if (isBuilt(settings, inputs) || isBuilt(settings, stampOf(inputs, pictures))) return true;
  console.log("Building the site ...");
  return runBuild(pictures === "all" ? [] : [`--${pictures}`], { BUILD_DIR: settings.buildFolder });
}

/**
 * The build folder with pages of the code at hand: the one that is served, whatever words it has, or one aside. So the
 * desk can be opened without a side effect on the public pages. Returns undefined when a build failed.
 */
export function findDeskBuild(settings: BuildSettings): string | undefined {
  const { buildFolder } = settings;
  if (readManifest(currentRelease(buildFolder))?.code === codeFingerprint()) return buildFolder;
  const aside = join(buildFolder, "desk");
  return buildIfChanged({ ...settings, buildFolder: aside }, "first-look") ? aside : undefined;
}

/** Whether the site is up to date except for its pictures, which are those of a first look. */
export const isFirstLook = (settings: BuildSettings): boolean =>
  isBuilt(settings, stampOf(fingerprint(settings), "first-look"));

const isBuilt = ({ buildFolder }: BuildSettings, stamp: string) =>
  readNotes<Manifest>(join(currentRelease(buildFolder), manifestFile))?.inputs === stamp;

/**
 * Builds in a separate process, whose memory is freed when it ends. By default glibc keeps most of the memory of a
 * large picture in an arena for each thread: 670 MB instead of 350. These settings make it return freed memory. Of the
 * short-lived objects of a bundler, Node would keep up to 48 MB beside the heap.
 */
export function runBuild(
  options: ("--first-look" | "--quick" | "--editor")[] = [],
  variables: NodeJS.ProcessEnv = {},
): boolean {
  const env = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "131072", ...process.env, ...variables };
  const args = ["--max-semi-space-size=4", "src/build/build.ts", ...options];
  return spawnSync(process.execPath, args, { stdio: "inherit", env }).status === 0;
}

if (import.meta.main) {
  const pictures = process.argv.includes("--quick") ? "quick" : "all";
  process.exitCode = buildIfChanged(readBuildSettings(loadEnvironment()), pictures) ? 0 : 1;
}
