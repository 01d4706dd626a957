import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** The list of its files that a build writes last. A release whose files do not match it is broken or half copied. */
export interface Manifest {
  /** Names what visitors read: the same content built by the same code has the same name on every machine. */
  release: string;
  code: string;
  /** What it was made of, so that a start after it builds nothing. */
  inputs?: string;
  files: Record<string, string>;
}

export const manifestFile = "release.json";

export const hashOf = (bytes: Buffer | string): string =>
  createHash("sha256").update(bytes).digest("base64url").slice(0, 16);

/** Lists every file in a folder and its subfolders, with forward slashes as in addresses. */
export const listFiles = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join("/"));

/** Pictures are left out because two machines encode them differently; pages hold the hash of each. */
const isRead = (file: string) => /^client\/(?!\.well-known).*\.(html|css|js|svg|xml|txt)$/.test(file);

export function writeManifest(folder: string, madeFrom: Pick<Manifest, "code" | "inputs">): void {
  const files = Object.fromEntries(
    listFiles(folder)
      .sort()
      .map((file) => [file, hashOf(readFileSync(join(folder, file)))]),
  );
  const read = Object.entries(files).filter(([file]) => isRead(file));
  const release = createHash("sha256").update(JSON.stringify(read)).digest("hex").slice(0, 12);
  writeFileSync(join(folder, manifestFile), JSON.stringify({ release, ...madeFrom, files } satisfies Manifest));
}

export function readManifest(folder: string): Manifest | undefined {
  const file = join(folder, manifestFile);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** The notes of an earlier build, for the next one; undefined if they were cut short, and then all is made again. */
export function readNotes<Notes>(file: string): Notes | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Reads a release and throws unless it is whole. Files that an earlier release left for its visitors are not in the
 * manifest. A release without one can be read, but nothing vouches for it.
 */
export async function readRelease(folder: string): Promise<{ manifest?: Manifest; files: Map<string, Buffer> }> {
  const manifest = readManifest(folder);
  const files = new Map<string, Buffer>();
  for (const file of listFiles(folder)) files.set(file, await readFile(join(folder, file)));
  for (const [file, hash] of Object.entries(manifest?.files ?? {})) {
    const bytes = files.get(file);
    if (!bytes) throw new Error(`${file} is missing`);
    if (hashOf(bytes) !== hash) throw new Error(`${file} is not whole`);
  }
  return { files, ...(manifest && { manifest }) };
}
