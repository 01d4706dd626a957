import { join } from "node:path";
import { loadEnvironment } from "../settings/load.ts";
import { type BuildSettings, readBuildSettings } from "../settings/settings.ts";
import { currentRelease } from "./build-folder.ts";
import { codeFingerprint, fingerprint, type Pictures, stampOf } from "./fingerprint.ts";
import { type Manifest, manifestFile, readManifest, readNotes } from "./release-files.ts";
import { runBuild } from "./run-build.ts";

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

if (import.meta.main) {
  const pictures = process.argv.includes("--quick") ? "quick" : "all";
  process.exitCode = buildIfChanged(readBuildSettings(loadEnvironment()), pictures) ? 0 : 1;
}
