import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { diff3Merge } from "node-diff3";
import { prepareFiles } from "../../files/write-files.ts";
import type { Change, History, Problem, UndoConflict, Undone, UndoRequest } from "../api/api-types.ts";
import { kindOfFile, readValues } from "../formats/content-file.ts";
import { toSourceFile, versionOf } from "../formats/source-file.ts";
import type { ContentStore } from "../forms/content-store.ts";
import { describeChange } from "./describe-change.ts";
import type { HistoryEntry, HistoryLog } from "./history-log.ts";
import { nextSteps, undoLabel, undoneIds } from "./undo-order.ts";

/** An entry is given its id and its time when it is written. */
type NewEntry = Omit<HistoryEntry, "id" | "at" | "files">;

export interface FileChange {
  file: string;
  /** The bytes that the change is based on; null when the file does not exist. */
  before: Buffer | null;
  after: Buffer | null;
}

/** Another program has written the file since it was read, and nothing was changed. */
export class ConcurrentWrite extends Error {}

/** Records every change of the content, by the editor or another program, and undoes them. */
export function openHistory(store: ContentStore, log: HistoryLog, now: () => Date, onWritten: () => void) {
  const bytesOf = (file: string) =>
    existsSync(join(store.folder, file)) ? readFileSync(join(store.folder, file)) : null;

  /**
   * Writes the files of a change and its entry, or changes nothing and throws. The copies and the new files are on disk
   * before the entry is, and the entry before the files are renamed, so a full disk cannot stop it halfway.
   */
  function write(entry: NewEntry, files: FileChange[]): Change {
    const saveCopy = (bytes: Buffer | null) => bytes && log.saveCopy(bytes);
    const copies = files.map(({ file, before, after }) => ({ file, before: saveCopy(before), after: saveCopy(after) }));
    const prepared = prepareFiles(files.map(({ file, after }) => ({ path: join(store.folder, file), bytes: after })));
    let removeEntry = () => {};
    try {
      for (const { file, before } of files)
        if (versionAt(file) !== (before && versionOf(before))) throw new ConcurrentWrite(file);
      removeEntry = log.add({ id: randomUUID(), at: now().toISOString(), ...entry, files: copies });
      prepared.commit();
    } catch (error) {
      prepared.discard();
      removeEntry();
      throw error;
    }
    store.invalidate();
    const [change] = list().changes;
    onWritten();
    return change as Change;
  }

  /** Writes a change unless what it gives may not be published. Then it returns the first reason. */
  function writeChecked(entry: NewEntry, files: FileChange[]): { change: Change } | { refused: Problem } {
    const [refused] = store.checkChange(textsOf(files)).blocking;
    return refused ? { refused } : { change: write(entry, files) };
  }

  function versionAt(file: string): string | null {
    const bytes = bytesOf(file);
    return bytes && versionOf(bytes);
  }

  /**
   * A crash after the last entry was written and before its files were leaves an entry that says what never happened. A
   * new picture may be there already, as it is renamed before the words about it.
   */
  function removeUnfinished() {
    const { files: all = [] } = (log.lastLineIsSave() && log.entries().at(-1)) || {};
    const files = all.filter(({ file, before, after }) => before !== null || versionAt(file) !== after);
    if (files.some(({ before, after }) => before !== after) && files.every((one) => versionAt(one.file) === one.before))
      log.removeLast();
  }

  /** Adds an entry for each file that another program has changed since the history last recorded it. */
  function recordOutsideChanges() {
    for (const file of store.files()) {
      const { bytes, version, text } = store.read(file);
      const last = log.lastVersionOf(file);
      if (last === version) continue;
      const before = last ? log.read(last) : undefined;
      log.saveCopy(bytes);
      if (!before) log.recordSeen(file, version);
      else {
        const earlier = readValues(toSourceFile(before).text);
        const summary = describeChange(store.fields(file), earlier, readValues(text));
        log.add({
          id: randomUUID(),
          at: changedAt(file),
          ...store.placeOf(file),
          ...summary,
          elsewhere: true,
          files: [{ file, before: last ?? null, after: version }],
        });
      }
    }
  }

  /** Whether the file is as the editor itself last wrote or removed it. */
  function isOwnWork(file: string): boolean {
    const last = log.entries().findLast(({ files }) => files.some((one) => one.file === file));
    const written = last?.files.find((one) => one.file === file);
    return written !== undefined && !last?.elsewhere && written.after === versionAt(file);
  }

  const changedAt = (file: string) => statSync(join(store.folder, file)).mtime.toISOString();

  function list(): History {
    const entries = log.entries();
    const count = log.publishedCount();
    const undone = undoneIds(entries);
    const changes = entries.map(
      (entry, at): Change => ({
        ...omit(entry, "files", "alsoUndoes"),
        published: at < count,
        ...(undone.has(entry.id) && { undone: true }),
      }),
    );
    return { changes: changes.reverse(), publishedAt: log.publishedAt().reverse() };
  }

  function undo({ id, since = false }: UndoRequest): { undone: Undone } | { conflict: UndoConflict } {
    recordOutsideChanges();
    const entries = log.entries();
    const at = entries.findIndex((entry) => entry.id === id);
    const first = entries[at];
    if (!first) return { conflict: { message: "This change is not in the history.", file: "", path: "" } };
    const range = since ? entries.slice(at) : [first];
    const targets = new Map<string, { before: string | null; after: string | null }>();
    for (const { files } of range)
      for (const { file, before, after } of files)
        targets.set(file, { before: targets.has(file) ? (targets.get(file)?.before ?? null) : before, after });
    const files: FileChange[] = [];
    for (const [file, { before, after }] of targets) {
      const restored = restoreFile(file, before, after);
      const message = `${first.title}: ${first.label} was changed again since, so it cannot be undone on its own.`;
      if (restored === undefined) return { conflict: { message, file, path: first.path } };
      files.push({ file, before: bytesOf(file), after: restored });
    }
    const others = range.slice(1).map((entry) => entry.id);
    const undoing = { undoes: id, ...(others.length && { alsoUndoes: others }) };
    const entry = {
      ...omit(first, "id", "at", "files", "adds", "removes", "undoes", "alsoUndoes", "elsewhere"),
      before: first.after,
      after: first.before,
      ...undoing,
      words: undoLabel(entries, undoing),
    };
    const result = writeChecked(entry, files);
    if ("change" in result) return { undone: { changes: [result.change], files: files.map((one) => one.file) } };
    const { file, path, code, message } = result.refused;
    const isShown =
      code === "reference_unknown" && files.some((one) => !one.after && kindOfFile(one.file) === undefined);
    const reason = isShown ? "the site shows this picture. Choose another one there first." : message;
    return { conflict: { message: `It cannot be undone: ${reason}`, file, path } };
  }

  /** The bytes of a file without a change, null when it is to be gone, or undefined when it was changed again since. */
  function restoreFile(file: string, before: string | null, after: string | null): Buffer | null | undefined {
    const current = bytesOf(file);
    const old = before === null ? null : log.read(before);
    if (old === undefined || (current && versionOf(current)) === after) return old;
    const saved = after ? log.read(after) : undefined;
    if (!current || !old || !saved || !/\.(yaml|md)$/.test(file)) return undefined;
    const merged = mergeKeepingDay(toSourceFile(saved).text, toSourceFile(current).text, toSourceFile(old).text);
    return merged === undefined ? undefined : Buffer.from(merged);
  }

  removeUnfinished();

  return {
    write,
    writeChecked,
    recordOutsideChanges,
    isOwnWork,
    list,
    steps: () => nextSteps(log.entries()),
    undo,
    recordPublished: log.recordPublished,
    count: () => log.entries().length,
  };
}

function omit<T extends object, K extends keyof T>(record: T, ...keys: K[]): Omit<T, K> {
  const copy = { ...record };
  for (const key of keys) delete copy[key];
  return copy;
}

/** What the check of the content reads in place of its files. */
export const textsOf = (files: FileChange[]) =>
  new Map(
    files.map(({ file, after }) => [file, after && (kindOfFile(file) ? toSourceFile(after).text : after.toString())]),
  );

const dayLine = /^updated: .*$/m;

/** Merges by lines. Every save of a page sets its day, which would make any two of them a conflict, so theirs is kept. */
function mergeKeepingDay(base: string, theirs: string, mine: string): string | undefined {
  const [line] = dayLine.exec(theirs) ?? [""];
  const withSameDay = (text: string) => text.replace(dayLine, () => line);
  return mergeLines(withSameDay(base), theirs, withSameDay(mine));
}

/** Three-way merge by lines. Returns undefined when both sides changed the same or adjacent lines. */
function mergeLines(base: string, theirs: string, mine: string): string | undefined {
  const lines: string[] = [];
  for (const { ok } of diff3Merge(theirs.split("\n"), base.split("\n"), mine.split("\n"))) {
    if (!ok) return undefined;
    lines.push(...ok);
  }
  return lines.join("\n");
}
