import { createHash, randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { kindOfFile } from "./content-file.ts";
import { spliceBetween } from "./splice.ts";

/** A file of the content as it stands on disk, and its text as the editor works with it. */
export interface SourceFile {
  bytes: Buffer;
  /** Without a mark of its encoding, and with the line ends of Unix. */
  text: string;
  version: string;
}

export class FileNotFound extends Error {}

/** Where a file of the content is. Names that are none, and links that lead elsewhere, are refused. */
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

/** The bytes with the text changed: each line that stays keeps its own end, new ones get that of most. */
export function replaceText(bytes: Buffer, text: string): Buffer {
  const original = bytes.toString("utf8");
  const { start, end, text: replacement } = spliceBetween(normalizeText(original), text);
  const lineEndings = original.match(/\r\n|\r|\n/g) ?? [];
  const lineEnding = lineEndings.filter((one) => one === "\r\n").length * 2 > lineEndings.length ? "\r\n" : "\n";
  const offsets = originalOffsets(original);
  const [from = 0, to = original.length] = [offsets[start], offsets[end]];
  return Buffer.from(original.slice(0, from) + replacement.replaceAll("\n", lineEnding) + original.slice(to));
}

/** For each place of the text as the editor has it, the place in the original. */
function originalOffsets(original: string): number[] {
  const offsets: number[] = [];
  let at = original.startsWith("\ufeff") ? 1 : 0;
  while (at < original.length) {
    offsets.push(at);
    at += original.startsWith("\r\n", at) ? 2 : 1;
  }
  return [...offsets, original.length];
}

/** Whole or not at all: whoever reads meanwhile, or after the power failed, finds the old words or the new ones. */
export function writeAtomically(
  path: string,
  bytes: Uint8Array,
  mode = existsSync(path) ? statSync(path).mode & 0o777 : 0o644,
) {
  const folder = dirname(path);
  const temporary = join(folder, `.${basename(path)}.${process.pid}.${randomBytes(3).toString("hex")}.tmp`);
  try {
    const descriptor = openSync(temporary, "wx", mode);
    try {
      writeSync(descriptor, bytes);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(folder);
}

/** The name of a file is on disk once its folder is. Windows does it by itself, and lets nobody ask. */
function syncFolder(folder: string) {
  if (process.platform === "win32") return;
  const descriptor = openSync(folder, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
