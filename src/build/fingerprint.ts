import { createHash, type Hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { BuildSettings } from "../settings/settings.ts";

/** A hash of everything that a build depends on. */
export function fingerprint(settings: BuildSettings): string {
  const { contentFolder, siteUrl, backendUrl, backendKey, ownFunction, retentionDays } = settings;
  const hash = createHash("sha256");
  addTo(hash, contentFolder);
  hash.update(JSON.stringify([codeFingerprint(), siteUrl, backendUrl, backendKey, ownFunction, retentionDays]));
  return hash.digest("hex");
}

/** A hash of the code alone, which a server and the editor compare with that of a release. */
export function codeFingerprint(): string {
  const hash = createHash("sha256");
  for (const input of ["src", "package-lock.json", "package.json", "tsconfig.json"]) addTo(hash, input);
  return hash.digest("hex").slice(0, 16);
}

/**
 * All pictures as visitors get them; those of a first look, in one format and two widths; or, for tests, all of them,
 * where what is not encoded yet takes a fifth of the time and some more bytes.
 */
export type Pictures = "all" | "first-look" | "quick";

/** The text that a release stores about its inputs, and about its pictures if they are not those of visitors. */
export const stampOf = (inputs: string, pictures: Pictures): string =>
  pictures === "all" ? inputs : `${inputs} ${pictures}`;

function addTo(hash: Hash, path: string) {
  if (!existsSync(path)) return;
  if (statSync(path).isDirectory()) {
    // A test changes nothing that is built, nor do the texts that it compares with.
    for (const name of readdirSync(path).sort())
      if (!name.endsWith(".test.ts") && name !== "snapshots") addTo(hash, join(path, name));
  } else {
    hash.update(`${path.replaceAll("\\", "/")}\n`).update(readFileSync(path));
  }
}
