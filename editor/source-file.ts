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
import { between } from "./splice.ts";

/** A file of the content as it stands on disk, and its text as the editor works with it. */
export interface SourceFile {
  bytes: Buffer;
  /** Without a mark of its encoding, and with the line ends of Unix. */
  text: string;
  version: string;
}

export class NoSuchFile extends Error {}

/** Where a file of the content is. Names that are none, and links that lead elsewhere, are refused. */
export function placeOf(folder: string, file: string): string {
  if (!kindOfFile(file)) throw new NoSuchFile(file);
  const path = join(folder, file);
  if (!existsSync(path)) throw new NoSuchFile(file);
  if (!realpathSync(path).startsWith(realpathSync(folder) + sep)) throw new NoSuchFile(file);
  return path;
}

export function readSourceFile(folder: string, file: string): SourceFile {
  return asSource(readFileSync(placeOf(folder, file)));
}

export const asSource = (bytes: Buffer): SourceFile => ({
  bytes,
  text: normal(bytes.toString("utf8")),
  version: versionOf(bytes),
});

export const versionOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex").slice(0, 16);

const normal = (text: string) => text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n");

/** The bytes with the text changed: each line that stays keeps its own end, new ones get that of most. */
export function withText(bytes: Buffer, text: string): Buffer {
  const original = bytes.toString("utf8");
  const { start, end, text: words } = between(normal(original), text);
  const ends = original.match(/\r\n|\r|\n/g) ?? [];
  const usual = ends.filter((one) => one === "\r\n").length * 2 > ends.length ? "\r\n" : "\n";
  const places = placesIn(original);
  const [from = 0, to = original.length] = [places[start], places[end]];
  return Buffer.from(original.slice(0, from) + words.replaceAll("\n", usual) + original.slice(to));
}

/** For each place of the text as the editor has it, the place in the original. */
function placesIn(original: string): number[] {
  const places: number[] = [];
  let at = original.startsWith("\ufeff") ? 1 : 0;
  while (at < original.length) {
    places.push(at);
    at += original.startsWith("\r\n", at) ? 2 : 1;
  }
  return [...places, original.length];
}

/** Whole or not at all: whoever reads meanwhile, or after the power failed, finds the old words or the new ones. */
export function writeWhole(
  path: string,
  bytes: Uint8Array,
  mode = existsSync(path) ? statSync(path).mode & 0o777 : 0o644,
) {
  const folder = dirname(path);
  const aside = join(folder, `.${basename(path)}.${process.pid}.${randomBytes(3).toString("hex")}.tmp`);
  try {
    const descriptor = openSync(aside, "wx", mode);
    try {
      writeSync(descriptor, bytes);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(aside, path);
  } catch (error) {
    rmSync(aside, { force: true });
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
