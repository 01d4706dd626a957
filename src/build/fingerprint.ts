import { createHash, type Hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { BuildSettings } from "../settings/settings.ts";
import { buildFolders, projectFiles } from "./project-folders.ts";

const inputs = [...buildFolders, ...projectFiles];

/** A hash of everything that a build depends on. */
export function fingerprint(settings: BuildSettings): string {
  const { contentFolder, siteUrl, backendUrl, backendKey, ownFunction, retentionDays } = settings;
  const hash = createHash("sha256");
  for (const input of [contentFolder, ...inputs]) addTo(hash, input);
  hash.update(JSON.stringify([siteUrl, backendUrl, backendKey, ownFunction, retentionDays]));
  return hash.digest("hex");
}

/** A hash of the code alone, which a server and the editor compare with that of a release. */
export function codeFingerprint(): string {
  const hash = createHash("sha256");
  for (const input of inputs) addTo(hash, input);
  return hash.digest("hex").slice(0, 16);
}

/** The text that a release stores about its inputs. It also says whether its pictures are those of a first look. */
export const stampOf = (inputs: string, isFirstLook: boolean): string =>
  isFirstLook ? `${inputs} first look` : inputs;

function addTo(hash: Hash, path: string) {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) {
    // A test changes nothing that is built.
    for (const name of readdirSync(path).sort()) if (!name.endsWith(".test.ts")) addTo(hash, join(path, name));
  } else {
    hash.update(`${path.replaceAll("\\", "/")}\n`).update(readFileSync(path));
  }
}
