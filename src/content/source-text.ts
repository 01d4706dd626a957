import { readFileSync } from "node:fs";
import type { SourceLocation } from "./content-problems.ts";

/** The text of a content file, without the byte-order mark and Windows line endings that some editors write. */
export interface Source {
  text: string;
  /** Where the file stops being valid UTF-8, if it does. */
  unreadable?: SourceLocation;
}

export function readSource(path: string): Source {
  const bytes = readFileSync(path);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { text: text.replace(/\r\n?/g, "\n") };
  } catch {
    // Old encodings use one byte per letter, so the first non-ASCII letter decodes to a replacement character.
    const text = new TextDecoder("utf-8").decode(bytes).replace(/\r\n?/g, "\n");
    return { text, unreadable: locationAt(text, text.indexOf("\ufffd")) };
  }
}

export function locationAt(text: string, offset: number): SourceLocation {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  const end = text.indexOf("\n", offset);
  const line = before.split("\n").length;
  return { line, column: offset - start, lineText: text.slice(start, end < 0 ? undefined : end) };
}
