import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Edit, Path } from "./shapes.ts";
import { writeWhole } from "./source-file.ts";

export interface KeptDraft {
  file: string;
  path: Path;
  edits: Edit[];
  at: string;
}

/** What she typed and may not be saved: one for each field, read by nobody else, and there again tomorrow. */
export function openDrafts(place: string) {
  let drafts: KeptDraft[] = existsSync(place) ? readDrafts(place) : [];
  mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
  const put = (next: KeptDraft[]) => {
    drafts = next;
    writeWhole(place, Buffer.from(JSON.stringify(drafts)), 0o600);
  };
  const others = (file: string, path: Path) => drafts.filter((one) => one.file !== file || one.path !== path);
  return {
    of: (file?: string) => drafts.filter((one) => file === undefined || one.file === file),
    keep: (draft: KeptDraft) => put([...others(draft.file, draft.path), draft]),
    forget(file: string, path: Path) {
      if (others(file, path).length < drafts.length) put(others(file, path));
    },
  };
}

function readDrafts(place: string): KeptDraft[] {
  try {
    return JSON.parse(readFileSync(place, "utf8")) as KeptDraft[];
  } catch {
    return [];
  }
}
