import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Edit, Path } from "../api/api-types.ts";
import { writeAtomically } from "../formats/source-file.ts";

export interface StoredDraft {
  file: string;
  path: Path;
  edits: Edit[];
  at: string;
}

/** Stores values that are not valid yet, one draft for each field, in a file that only its owner can read. */
export function openDrafts(path: string) {
  let drafts: StoredDraft[] = existsSync(path) ? readDrafts(path) : [];
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const write = (next: StoredDraft[]) => {
    drafts = next;
    writeAtomically(path, Buffer.from(JSON.stringify(drafts)), 0o600);
  };
  const others = (file: string, path: Path) => drafts.filter((one) => one.file !== file || one.path !== path);
  return {
    list: (file?: string) => drafts.filter((one) => file === undefined || one.file === file),
    put: (draft: StoredDraft) => write([...others(draft.file, draft.path), draft]),
    discard(file: string, path: Path) {
      if (others(file, path).length < drafts.length) write(others(file, path));
    },
  };
}

function readDrafts(path: string): StoredDraft[] {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as StoredDraft[];
  } catch {
    return [];
  }
}
