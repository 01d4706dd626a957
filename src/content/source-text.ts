import { readFileSync } from "node:fs";
import type { SourceLocation } from "./content-problems.ts";

/** The text of a content file as whatever editor left it: with a mark of its encoding, or the line ends of Windows. */
export interface Source {
  text: string;
  /** Where it stops being readable, if it does. */
  unreadable?: SourceLocation;
}

export function readSource(path: string): Source {
  const bytes = readFileSync(path);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return { text: text.replace(/\r\n?/g, "\n") };
  } catch {
    // Old encodings have one byte for each letter: the first that is not UTF-8 shows as a replacement.
    const text = new TextDecoder("utf-8").decode(bytes).replace(/\r\n?/g, "\n");
    return { text, unreadable: locationAt(text, text.indexOf("\ufffd")) };
  }
}

/** The line of a place in a text, and the place in the line. Lines before the text may be counted too. */
export function locationAt(text: string, offset: number, linesBefore = 0): SourceLocation {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  const end = text.indexOf("\n", offset);
  const line = before.split("\n").length + linesBefore;
  return { line, column: offset - start, lineText: text.slice(start, end < 0 ? undefined : end) };
}
