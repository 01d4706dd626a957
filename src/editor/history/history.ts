import { randomUUID } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { prepareFiles } from "../../files/write-files.ts";
import type { UndoRequest } from "../api/request-bodies.ts";
import { editText, kindOfFile, readValues } from "../formats/content-file.ts";
import { toSourceFile, versionOf } from "../formats/source-file.ts";
import { applyStep, type Step, stepsBetween } from "../formats/steps.ts";
import { deepEqual, pathsOverlap } from "../formats/values.ts";
import type { ContentStore } from "../forms/content-store.ts";
import { Refusal } from "../refusal.ts";
import type { Change } from "../vocabulary.ts";
import { describeChange } from "./describe-change.ts";
import type { FileVersions, HistoryEntry, HistoryLog } from "./history-log.ts";
import { nextSteps, undoLabel, undoneIds } from "./undo-order.ts";

/** An entry is given its id and its time when it is written. */
type NewEntry = Omit<HistoryEntry, "id" | "at" | "files">;

/** The new bytes of a file, or null to remove it, and those that it was read with if that was not just now. */
export interface FileChange {
  file: string;
  before?: Buffer;
  after: Buffer | null;
}

/** Another program has written the file since it was read, and nothing was changed. */
export class ConcurrentWrite extends Error {}

/** Records every change of the content, by the editor or another program, and undoes them. */
export function openHistory(store: ContentStore, log: HistoryLog, now: () => Date, onWritten: () => void) {
  /**
   * Writes the files of a change and its entry, or changes nothing and throws. The copies and the new files are on disk
   * before the entry is, and the entry before the files are renamed, so a full disk cannot stop it halfway.
   */
  function write(entry: NewEntry, changes: FileChange[]): Change {
    const files = changes.map(({ file, before = store.bytesOf(file), after }) => ({ file, before, after }));
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

  /** Writes a change unless what it gives may not be published. */
  function writeChecked(entry: NewEntry, files: FileChange[], opening = ""): Change {
    const [refused] = store.checkChange(textsOf(files)).blocking;
    if (refused) throw new Refusal(`${opening}${refused.title}, ${refused.label}: ${refused.message}`);
    return write(entry, files);
  }

  function versionAt(file: string): string | null {
    const bytes = store.bytesOf(file);
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
          at: statSync(join(store.folder, file)).mtime.toISOString(),
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

  /** Newest first; and when the site was published, with everything that was saved before. */
  function list(): { changes: Change[]; publishedAt: string[] } {
    const entries = log.entries();
    const count = log.publishedCount();
    const undone = undoneIds(entries);
    const changes = entries.map(
      ({ files: _, alsoUndoes: __, ...entry }, at): Change => ({
        ...entry,
        published: at < count,
        ...(undone.has(entry.id) && { undone: true }),
      }),
    );
    return { changes: changes.reverse(), publishedAt: log.publishedAt().reverse() };
  }

  /** Undoes a change, or it and all later ones, as one change of its own. */
  function undo({ id, since = false }: UndoRequest): { change: Change; files: string[] } {
    recordOutsideChanges();
    const entries = log.entries();
    const at = entries.findIndex((entry) => entry.id === id);
    const first = entries[at];
    if (!first) throw new Refusal("This change is not in the history.");
    const range = since ? entries.slice(at) : [first];
    /** Each file as it was before the first of these changes and after the last. */
    const versions = new Map<string, FileVersions>();
    for (const one of range.flatMap(({ files }) => files))
      versions.set(one.file, { ...one, before: (versions.get(one.file) ?? one).before });
    const files = [...versions.values()].map((one) => {
      const after = restoreFile(one);
      if (after !== undefined) return { file: one.file, after };
      throw new Refusal(`${first.title}: ${first.label} was changed again since, so it cannot be undone on its own.`);
    });
    const others = range.slice(1).map((entry) => entry.id);
    const undoing = { undoes: id, ...(others.length && { alsoUndoes: others }) };
    const { file, path, address, title, label, before: after, after: before } = first;
    const entry = { file, path, address, title, label, before, after, ...undoing, words: undoLabel(entries, undoing) };
    const change = writeChecked(entry, files, "It cannot be undone, as this would be wrong then. ");
    return { change, files: files.map(({ file }) => file) };
  }

  /** The bytes of a file without a change, null when it is to be gone, or undefined when it was changed again since. */
  function restoreFile({ file, before, after }: FileVersions): Buffer | null | undefined {
    const current = store.bytesOf(file);
    const old = before === null ? null : log.read(before);
    if (old === undefined || versionAt(file) === after) return old;
    const saved = after ? log.read(after) : undefined;
    if (!current || !old || !saved || !kindOfFile(file)) return undefined;
    const text = withoutChange(
      file,
      [old, saved, current].map((bytes) => toSourceFile(bytes).text),
    );
    return text === undefined ? undefined : Buffer.from(text);
  }

  /** The current text without the change from `old` to `saved`, or undefined when the same values were changed since. */
  function withoutChange(file: string, [old = "", saved = "", current = ""]: string[]): string | undefined {
    const [oldValues, savedValues, currentValues] = [old, saved, current].map((text) => readValues(text));
    if (!oldValues || !savedValues || !currentValues) return undefined;
    // Every save of a page sets its day.
    const steps = stepsBetween("", savedValues, oldValues).filter(({ path }) => path !== "updated");
    const since = stepsBetween("", savedValues, currentValues);
    const isChangedSince = (step: Step) => since.some(({ path }) => pathsOverlap(entryOf(path), placeOf(step)));
    if (!steps.length || steps.some(isChangedSince)) return undefined;
    const wanted = steps.reduce<unknown>(applyStep, currentValues);
    const text = editText(current, { path: "", value: wanted }, store.fields(file));
    return deepEqual(readValues(text), wanted) ? text : undefined;
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

/** What the check of the content reads in place of its files. */
export const textsOf = (files: FileChange[]) =>
  new Map(
    files.map(({ file, after }) => [file, after && (kindOfFile(file) ? toSourceFile(after).text : after.toString())]),
  );

/** The entry of a list around a value: where entries were exchanged, a part of one may be that of another. */
const entryOf = (path: string) => path.replace(/(\/\d+)\/.*/, "$1");

/** What a step changes. To add or to move an entry changes no other. */
const placeOf = (step: Step) =>
  step.do === "set" ? entryOf(step.path) : `${step.path}/${step.do === "remove" ? step.at : "new"}`;

export type ContentHistory = ReturnType<typeof openHistory>;
