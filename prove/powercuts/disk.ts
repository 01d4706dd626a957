import type { Chance } from "../chance.ts";
import type { Deed } from "./trace.ts";

type Change = Extract<Deed, { kind: "write" | "truncate" }>;
/** The bytes behind the length are room to grow. */
type Content = { bytes: Buffer; length: number };
/** What is certain of it, and what was done to it since. */
type File = { synced: Content; changes: Change[] };
type Renaming = { file: File; from: string | null; to: string | null };

const sector = 512;

/**
 * A folder as a disk may hold it: what was synced is certain, of the rest each write may be there, in part or not at
 * all, in any order. Names change in order, as a file system's own log has them, and are certain once the folder is synced.
 */
export function createTornDisk(folder: string) {
  /** As the process sees it. */
  const seen = new Map<string, File>();
  let certain = new Map<string, File>();
  let renamings: Renaming[] = [];

  function rename(file: File, from: string | null, to: string | null): void {
    if (from !== null) seen.delete(from);
    if (to !== null) seen.set(to, file);
    renamings.push({ file, from, to });
  }

  return {
    perform(deed: Deed): void {
      const file = "path" in deed ? seen.get(deed.path) : undefined;
      if (deed.kind === "create" && !file) rename({ synced: empty(), changes: [] }, null, deed.path);
      else if (deed.kind === "sync" && deed.path === folder) {
        certain = new Map(seen);
        renamings = [];
      } else if (!file) return;
      else if (deed.kind === "remove") rename(file, deed.path, null);
      else if (deed.kind === "rename") rename(file, deed.path, deed.to);
      else if (deed.kind === "sync") for (const change of file.changes.splice(0)) apply(file.synced, change);
      else if (deed.kind === "write" || deed.kind === "truncate") file.changes.push(deed);
    },
    /** What is found after a power cut now. */
    cut(chance: Chance): Map<string, Buffer> {
      const keeps = chance.pick([0, 0, 0.5, 0.5, 0.9, 1]);
      const names = new Map(certain);
      for (const { file, from, to } of renamings) {
        if (!chance.happens(keeps)) break;
        if (from !== null) names.delete(from);
        if (to !== null) names.set(to, file);
      }
      const found = ({ synced, changes }: File) => {
        const content = { bytes: Buffer.from(synced.bytes), length: synced.length };
        for (const change of changes) for (const part of survivors(change, keeps, chance)) apply(content, part);
        return content.bytes.subarray(0, content.length);
      };
      return new Map([...names].map(([name, file]) => [name, found(file)]));
    },
  };
}

const empty = (): Content => ({ bytes: Buffer.alloc(0), length: 0 });

/** A write may be there, or not, or with some of its sectors alone. */
function survivors(change: Change, keeps: number, chance: Chance): Change[] {
  if (chance.happens(keeps)) return [change];
  if (change.kind === "truncate" || keeps === 0 || chance.happens(0.5)) return [];
  const parts: Change[] = [];
  for (let from = 0; from < change.bytes.length; from += sector)
    if (chance.happens(0.5))
      parts.push({ ...change, at: change.at + from, bytes: change.bytes.subarray(from, from + sector) });
  return parts;
}

function apply(content: Content, change: Change): void {
  const end = change.kind === "truncate" ? change.to : change.at + change.bytes.length;
  if (end > content.bytes.length) content.bytes = Buffer.concat([content.bytes, Buffer.alloc(end)]);
  if (change.kind === "write") {
    change.bytes.copy(content.bytes, change.at);
    content.length = Math.max(content.length, end);
  } else {
    content.bytes.fill(0, Math.min(end, content.length));
    content.length = end;
  }
}
