import { chmodSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { appendWhole, writeWholeFile } from "../../files/write-files.ts";
import { versionOf } from "../formats/source-file.ts";
import type { Change } from "../vocabulary.ts";

/** A file before and after a save, by the versions of its copies; null when the file did not exist. */
export interface FileVersions {
  file: string;
  before: string | null;
  after: string | null;
}

export interface HistoryEntry extends Omit<Change, "published" | "undone"> {
  files: FileVersions[];
  /** The later changes that this one undid together with `undoes`. */
  alsoUndoes?: string[];
}

/** One line of history.jsonl: a save, the first version seen of a file, or a publication of the first `count` saves. */
type LogLine =
  | { save: HistoryEntry }
  | { seen: { file: string; version: string } }
  | { published: string; count: number };

/** Stores every save with copies of its files before and after, in a folder that only its owner can read. */
export function openHistoryLog(folder: string) {
  mkdirSync(join(folder, "copies"), { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  const logFile = join(folder, "history.jsonl");
  const stored = existsSync(logFile) ? readFileSync(logFile, "utf8") : "";
  const lines = stored.split("\n").flatMap(parseLine);
  // A crash may have cut off the last line. Without this the next line would be appended to it and lost.
  if (!/(^|\n)$/.test(stored)) appendWhole(logFile, "\n", 0o600);

  const copyPath = (version: string) => join(folder, "copies", version);

  function append(line: LogLine): () => void {
    const remove = appendWhole(logFile, `${JSON.stringify(line)}\n`, 0o600);
    lines.push(line);
    return () => {
      remove();
      lines.pop();
    };
  }

  return {
    saveCopy(bytes: Uint8Array): string {
      const version = versionOf(bytes);
      if (!existsSync(copyPath(version))) writeWholeFile(copyPath(version), bytes, 0o600);
      return version;
    },
    read: (version: string): Buffer | undefined =>
      existsSync(copyPath(version)) ? readFileSync(copyPath(version)) : undefined,
    /** Returns the step that removes the entry again, for a save whose files could not be written. */
    add: (save: HistoryEntry) => append({ save }),
    removeLast() {
      lines.pop();
      writeWholeFile(logFile, lines.map((line) => `${JSON.stringify(line)}\n`).join(""), 0o600);
    },
    lastLineIsSave: (): boolean => "save" in (lines.at(-1) ?? {}),
    recordSeen: (file: string, version: string) => append({ seen: { file, version } }),
    /** `count` excludes the saves made during the build, because they are not on the published site. */
    recordPublished: (at: string, count: number) => append({ published: at, count }),
    /** Oldest first. */
    entries: (): HistoryEntry[] => lines.flatMap((line) => ("save" in line ? [line.save] : [])),
    publishedAt: (): string[] => lines.flatMap((line) => ("published" in line ? [line.published] : [])),
    /** The number of saves that are on the published site. */
    publishedCount: (): number => Math.max(0, ...lines.map((line) => ("count" in line ? line.count : 0))),
    /** The version of a file when it was last saved or seen; null when that save deleted it. */
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
    return line ? [JSON.parse(line)] : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
