import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { writeWholeFile } from "../../files/write-files.ts";
import { describeError } from "../../log/errors.ts";
import type { Log } from "../../log/log.ts";
import type { Draft, Path } from "../api/api-types.ts";

export type StoredDraft = Omit<Draft, "label" | "problems">;

/** Stores values that are not valid yet, one draft for each field, in a file that only its owner can read. */
export function openDrafts(path: string, log: Log) {
  let drafts: StoredDraft[] = existsSync(path) ? readDrafts(path, log) : [];
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const write = (next: StoredDraft[]) => {
    writeWholeFile(path, JSON.stringify(next), 0o600);
    drafts = next;
  };
  const others = (file: string, paths: Path[]) =>
    drafts.filter((one) => one.file !== file || !paths.includes(one.path));
  return {
    list: (file?: string) => drafts.filter((one) => file === undefined || one.file === file),
    put: (draft: StoredDraft) => write([...others(draft.file, [draft.path]), draft]),
    /** The words are saved elsewhere by then, so a full disk must not make that look as if it had failed. */
    discard(file: string, paths: Path[]) {
      const left = others(file, paths);
      if (left.length === drafts.length) return;
      drafts = left;
      try {
        write(left);
      } catch (error) {
        log("fault", { while: "discarding a draft", ...describeError(error) });
      }
    },
  };
}

export type Drafts = ReturnType<typeof openDrafts>;

/** A file that somebody else has damaged is kept for them, because the next draft would replace it. */
function readDrafts(path: string, log: Log): StoredDraft[] {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as StoredDraft[];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    renameSync(path, `${path}.unreadable`);
    log("fault", { while: "reading the drafts", ...describeError(error) });
    return [];
  }
}
