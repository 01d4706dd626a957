import type { Random } from "../random.ts";
import type { TracedOperation } from "./trace.ts";

type Change = Extract<TracedOperation, { kind: "write" | "truncate" }>;
/** The buffer is larger than `length`, so that the file can grow. */
type Content = { bytes: Buffer; length: number };
/** The synced state, and the operations since then. */
type File = { synced: Content; changes: Change[] };
type PendingRename = { file: File; from: string | null; to: string | null };

const sector = 512;

/**
 * A folder as a disk may hold it after a power cut. Synced data is certain; every later write may be there, in part or
 * not at all, in any order. Names change in order, like a file system's journal, and are certain after a folder sync.
 */
export function createTornDisk(folder: string) {
  /** The folder as the process sees it. */
  const visible = new Map<string, File>();
  let durable = new Map<string, File>();
  let pendingRenames: PendingRename[] = [];

  function rename(file: File, from: string | null, to: string | null): void {
    if (from !== null) visible.delete(from);
    if (to !== null) visible.set(to, file);
    pendingRenames.push({ file, from, to });
  }

  return {
    perform(operation: TracedOperation): void {
      const file = "path" in operation ? visible.get(operation.path) : undefined;
      if (operation.kind === "create" && !file) rename({ synced: empty(), changes: [] }, null, operation.path);
      else if (operation.kind === "sync" && operation.path === folder) {
        durable = new Map(visible);
        pendingRenames = [];
      } else if (!file) return;
      else if (operation.kind === "remove") rename(file, operation.path, null);
      else if (operation.kind === "rename") rename(file, operation.path, operation.to);
      else if (operation.kind === "sync") for (const change of file.changes.splice(0)) apply(file.synced, change);
      else if (operation.kind === "write" || operation.kind === "truncate") file.changes.push(operation);
    },
    /** Returns the files after a power cut at this moment. */
    cut(random: Random): Map<string, Buffer> {
      const survivalRate = random.pick([0, 0, 0.5, 0.5, 0.9, 1]);
      const names = new Map(durable);
      for (const { file, from, to } of pendingRenames) {
        if (!random.chance(survivalRate)) break;
        if (from !== null) names.delete(from);
        if (to !== null) names.set(to, file);
      }
      const readAfterCut = ({ synced, changes }: File) => {
        const content = { bytes: Buffer.from(synced.bytes), length: synced.length };
        for (const change of changes) for (const part of survivors(change, survivalRate, random)) apply(content, part);
        return content.bytes.subarray(0, content.length);
      };
      return new Map([...names].map(([name, file]) => [name, readAfterCut(file)]));
    },
  };
}

const empty = (): Content => ({ bytes: Buffer.alloc(0), length: 0 });

/** A write may be there completely, not at all, or only in some of its sectors. */
function survivors(change: Change, survivalRate: number, random: Random): Change[] {
  if (random.chance(survivalRate)) return [change];
  if (change.kind === "truncate" || survivalRate === 0 || random.chance(0.5)) return [];
  const parts: Change[] = [];
  for (let from = 0; from < change.bytes.length; from += sector)
    if (random.chance(0.5))
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
