import { createHash } from "node:crypto";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { join, sep } from "node:path";
import { kindOfFile } from "./content-file.ts";
import { spliceBetween } from "./splice.ts";

/** A content file: its bytes on disk, and its text as the editor processes it. */
export interface SourceFile {
  bytes: Buffer;
  /** The text without a byte order mark, and with Unix line endings. */
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
  text: normalizeText(bytes.toString("utf8")),
  version: versionOf(bytes),
});

export const versionOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex").slice(0, 16);

const normalizeText = (text: string) => text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");

/** Writes a changed text over the bytes. Unchanged lines keep their own line ending; new ones get the most frequent. */
export function replaceText(bytes: Buffer, text: string): Buffer {
  const original = bytes.toString("utf8");
  const { start, end, text: replacement } = spliceBetween(normalizeText(original), text);
  const lineEndings = original.match(/\r\n|\r|\n/g) ?? [];
  const lineEnding = lineEndings.filter((one) => one === "\r\n").length * 2 > lineEndings.length ? "\r\n" : "\n";
  const offsets = originalOffsets(original);
  const [from = 0, to = original.length] = [offsets[start], offsets[end]];
  return Buffer.from(original.slice(0, from) + replacement.replaceAll("\n", lineEnding) + original.slice(to));
}

/** Maps each offset of the normalized text to its offset in the original. */
function originalOffsets(original: string): number[] {
  const offsets: number[] = [];
  let at = original.startsWith("\ufeff") ? 1 : 0;
  while (at < original.length) {
    offsets.push(at);
    at += original.startsWith("\r\n", at) ? 2 : 1;
  }
  return [...offsets, original.length];
}
