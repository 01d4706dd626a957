import {
  appendFileSync,
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { Change } from "./shapes.ts";
import { versionOf, writeWhole } from "./source-file.ts";

/** A file before and after a save, by the versions of its kept copies; null where there was none. */
export interface FileChange {
  file: string;
  before: string | null;
  after: string | null;
}

export interface Entry extends Omit<Change, "published" | "takenBack"> {
  files: FileChange[];
  /** Saves that were taken back along with the one that is named. */
  alsoTakes?: string[];
}

/** One line of the history: a save, a file as it was first seen, or the moment everything above it went public. */
type Line = { save: Entry } | { seen: { file: string; version: string } } | { published: string; count: number };

/** Every save with a copy of what was there before and after, in a folder that only its owner reads. */
export function openKeptCopies(folder: string) {
  mkdirSync(join(folder, "copies"), { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const list = join(folder, "history.jsonl");
  const lines = existsSync(list) ? readFileSync(list, "utf8").split("\n").flatMap(parsed) : [];
  // A line that was cut off by a crash must not swallow the next.
  if (existsSync(list) && !/(^|\n)$/.test(readFileSync(list, "utf8"))) appendFileSync(list, "\n");

  const copy = (version: string) => join(folder, "copies", version);

  function write(line: Line) {
    const descriptor = openSync(list, "a", 0o600);
    try {
      writeSync(descriptor, `${JSON.stringify(line)}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    lines.push(line);
  }

  return {
    keep(bytes: Uint8Array): string {
      const version = versionOf(bytes);
      if (!existsSync(copy(version))) writeWhole(copy(version), bytes, 0o600);
      return version;
    },
    read: (version: string): Buffer | undefined =>
      existsSync(copy(version)) ? readFileSync(copy(version)) : undefined,
    add: (save: Entry) => write({ save }),
    see: (file: string, version: string) => write({ seen: { file, version } }),
    /** Saves that come while a site is made are not on it. */
    publish: (at: string, count: number) => write({ published: at, count }),
    /** Oldest first. */
    entries: (): Entry[] => lines.flatMap((line) => ("save" in line ? [line.save] : [])),
    publishedAt: (): string[] => lines.flatMap((line) => ("published" in line ? [line.published] : [])),
    /** How many of the saves visitors see. */
    publishedCount: (): number => Math.max(0, ...lines.map((line) => ("count" in line ? line.count : 0))),
    /** What a file was when it was last written or seen. */
    lastOf(file: string): string | null | undefined {
      for (const line of lines.toReversed()) {
        if ("seen" in line && line.seen.file === file) return line.seen.version;
        const own = "save" in line ? line.save.files.find((one) => one.file === file) : undefined;
        if (own) return own.after;
      }
      return undefined;
    },
  };
}

export type KeptCopies = ReturnType<typeof openKeptCopies>;

function parsed(line: string): Line[] {
  try {
    return line ? [JSON.parse(line) as Line] : [];
  } catch {
    return [];
  }
}
