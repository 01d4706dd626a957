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
import type { Change } from "../api/api-types.ts";
import { versionOf, writeAtomically } from "../formats/source-file.ts";

/** A file before and after a save, by the versions of its kept copies; null where there was none. */
export interface FileChange {
  file: string;
  before: string | null;
  after: string | null;
}

export interface HistoryEntry extends Omit<Change, "published" | "undone"> {
  files: FileChange[];
  /** Saves that were taken back along with the one that is named. */
  alsoTakes?: string[];
}

/** One line of the history: a save, a file as it was first seen, or the moment everything above it went public. */
type LogLine =
  | { save: HistoryEntry }
  | { seen: { file: string; version: string } }
  | { published: string; count: number };

/** Every save with a copy of what was there before and after, in a folder that only its owner reads. */
export function openHistoryLog(folder: string) {
  mkdirSync(join(folder, "copies"), { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const logFile = join(folder, "history.jsonl");
  const lines = existsSync(logFile) ? readFileSync(logFile, "utf8").split("\n").flatMap(parseLine) : [];
  // A line that was cut off by a crash must not swallow the next.
  if (existsSync(logFile) && !/(^|\n)$/.test(readFileSync(logFile, "utf8"))) appendFileSync(logFile, "\n");

  const copyPath = (version: string) => join(folder, "copies", version);

  function append(line: LogLine) {
    const descriptor = openSync(logFile, "a", 0o600);
    try {
      writeSync(descriptor, `${JSON.stringify(line)}\n`);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    lines.push(line);
  }

  return {
    saveCopy(bytes: Uint8Array): string {
      const version = versionOf(bytes);
      if (!existsSync(copyPath(version))) writeAtomically(copyPath(version), bytes, 0o600);
      return version;
    },
    read: (version: string): Buffer | undefined =>
      existsSync(copyPath(version)) ? readFileSync(copyPath(version)) : undefined,
    add: (save: HistoryEntry) => append({ save }),
    recordSeen: (file: string, version: string) => append({ seen: { file, version } }),
    /** Saves that come while a site is made are not on it. */
    recordPublished: (at: string, count: number) => append({ published: at, count }),
    /** Oldest first. */
    entries: (): HistoryEntry[] => lines.flatMap((line) => ("save" in line ? [line.save] : [])),
    publishedAt: (): string[] => lines.flatMap((line) => ("published" in line ? [line.published] : [])),
    /** How many of the saves visitors see. */
    publishedCount: (): number => Math.max(0, ...lines.map((line) => ("count" in line ? line.count : 0))),
    /** What a file was when it was last written or seen. */
    lastVersionOf(file: string): string | null | undefined {
      for (const line of lines.toReversed()) {
        if ("seen" in line && line.seen.file === file) return line.seen.version;
        const own = "save" in line ? line.save.files.find((one) => one.file === file) : undefined;
        if (own) return own.after;
      }
      return undefined;
    },
  };
}

export type HistoryLog = ReturnType<typeof openHistoryLog>;

function parseLine(line: string): LogLine[] {
  try {
    return line ? [JSON.parse(line) as LogLine] : [];
  } catch {
    return [];
  }
}
