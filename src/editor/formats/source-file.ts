import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { kindOfFile } from "./content-file.ts";

/** A content file: its bytes on disk, and its text as the editor processes it. */
export interface SourceFile {
  bytes: Buffer;
  /** The text without a byte order mark, and with Unix line endings, as it is also written. */
  text: string;
  version: string;
}

export class FileNotFound extends Error {}

/** Returns the path of a content file. Unknown names and symbolic links out of the folder are refused. */
export function resolveContentFile(folder: string, file: string): string {
  if (!kindOfFile(file)) throw new FileNotFound(file);
  const path = join(folder, file);
  if (!existsSync(path)) throw new FileNotFound(file);
  if (!realpathSync(path).startsWith(realpathSync(folder) + sep)) throw new FileNotFound(file);
  return path;
}

export function readSourceFile(folder: string, file: string): SourceFile {
  return toSourceFile(readFileSync(resolveContentFile(folder, file)));
}

export const toSourceFile = (bytes: Buffer): SourceFile => ({
  bytes,
  text: bytes
    .toString("utf8")
    .replace(/^\ufeff/, "")
    .replace(/\r\n?/g, "\n"),
  version: versionOf(bytes),
});

export const versionOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex").slice(0, 16);
