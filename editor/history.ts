import { randomUUID } from "node:crypto";
import { existsSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { readValues } from "./content-file.ts";
import type { ContentRoom } from "./content-room.ts";
import { describeDifference } from "./describe-change.ts";
import type { Entry, KeptCopies } from "./kept-copies.ts";
import { mergeLines } from "./line-merge.ts";
import { broughtIn } from "./problems.ts";
import type { Change, History, Stuck, TakenBack } from "./shapes.ts";
import { asSource, type SourceFile, versionOf, withText, writeWhole } from "./source-file.ts";
import { same } from "./values.ts";

type NewEntry = Omit<Entry, "files"> & { files: { file: string; before: Buffer | null; after: Buffer | null }[] };

/** Every change of the content, whoever made it, and the way back. */
export function openHistory(
  room: ContentRoom,
  copies: KeptCopies,
  now: () => Date,
  kept: (change: Change, files: { file: string; before: Buffer | null }[]) => void = () => {},
) {
  const bytesOf = (file: string) =>
    existsSync(join(room.folder, file)) ? readFileSync(join(room.folder, file)) : null;

  function add({ files, ...words }: NewEntry): Change {
    const change = (bytes: Buffer | null) => bytes && copies.keep(bytes);
    copies.add({
      ...words,
      files: files.map(({ file, before, after }) => ({ file, before: change(before), after: change(after) })),
    });
    const added = list().changes[0] as Change;
    kept(added, files);
    return added;
  }

  /** Files that are others than when they were last written here: what was done to them gets its line too. */
  function notice() {
    for (const file of room.files()) {
      const { bytes, version, text } = room.read(file);
      const last = copies.lastOf(file);
      if (last === version) continue;
      const before = last ? copies.read(last) : undefined;
      copies.keep(bytes);
      if (!before) copies.see(file, version);
      else {
        const words = describeDifference(
          room.fields(file),
          readValues(file, asSource(before).text),
          readValues(file, text),
        );
        copies.add({
          ...{
            id: randomUUID(),
            at: changedAt(file),
            file,
            title: room.titleOf(file),
            address: room.entryOf(file)?.address ?? null,
          },
          ...words,
          elsewhere: true,
          files: [{ file, before: last ?? null, after: version }],
        });
      }
    }
  }

  const changedAt = (file: string) => statSync(join(room.folder, file)).mtime.toISOString();

  /** The text of a version of any file, from before a restart too. */
  function textOf(version: string): string | undefined {
    const bytes = /^[0-9a-f]{16}$/.test(version) ? copies.read(version) : undefined;
    return bytes && asSource(bytes).text;
  }

  /** When somebody else wrote a file, with its line in the list. */
  function noticed(file: string): string {
    notice();
    return changedAt(file);
  }

  /**
   * The file as it stood when it last said this, with its own quotes, lines and notes. Only where every change since
   * was made here: then there is nothing else to lose.
   */
  function asItStood(file: string, source: SourceFile, values: unknown): Buffer | undefined {
    let version: string | null = source.version;
    for (const entry of copies.entries().toReversed().slice(0, 200)) {
      const own = entry.files.find((one) => one.file === file);
      if (!own) continue;
      if (own.after !== version || entry.elsewhere) return undefined;
      const before = own.before ? copies.read(own.before) : undefined;
      if (!before) return undefined;
      if (same(readValues(file, asSource(before).text), values)) return before;
      version = own.before;
    }
    return undefined;
  }

  function list(): History {
    const entries = copies.entries();
    const count = copies.publishedCount();
    const taken = new Set<string>();
    for (const entry of entries.toReversed())
      if (entry.takes && !taken.has(entry.id))
        for (const id of [entry.takes, ...(entry.alsoTakes ?? [])]) taken.add(id);
    const changes = entries.map(
      ({ files: _, alsoTakes: __, ...change }, at): Change => ({
        ...change,
        published: at < count,
        ...(taken.has(change.id) && { takenBack: true }),
      }),
    );
    return { changes: changes.reverse(), publishedAt: copies.publishedAt().reverse() };
  }

  function takeBack(id: string, since: boolean): { taken: TakenBack } | { stuck: Stuck } {
    notice();
    const entries = copies.entries();
    const at = entries.findIndex((entry) => entry.id === id);
    const first = entries[at];
    if (!first) return { stuck: { words: "This change is not known here.", file: "", path: "" } };
    const range = since ? entries.slice(at) : [first];
    const goals = new Map<string, { before: string | null; after: string | null }>();
    for (const { files } of range)
      for (const { file, before, after } of files)
        goals.set(file, { before: goals.has(file) ? (goals.get(file)?.before ?? null) : before, after });
    const ready = [...goals].map(([file, { before, after }]) => ({ file, ...backTo(file, before, after) }));
    const stuck = ready.find(({ ok }) => !ok);
    const sorry = `${first.title}: ${first.label} was changed again since, so it cannot be taken back by itself.`;
    if (stuck) return { stuck: { words: sorry, file: stuck.file, path: first.path } };
    const texts = new Map(
      ready.flatMap(({ file, bytes }): [string, string][] =>
        /\.(yaml|md)$/.test(file) && bytes ? [[file, asSource(bytes).text]] : [],
      ),
    );
    const [bad] = broughtIn(room.now().problems, room.judge(texts).problems, "", []);
    if (bad) return { stuck: { words: `It cannot be taken back: ${bad.words}`, file: bad.file, path: bad.path } };
    const files = ready.map(({ file, bytes }) => ({ file, before: bytesOf(file), after: bytes }));
    for (const { file, after } of files) put(file, after);
    room.lookAgain();
    const {
      id: _,
      at: __,
      words,
      files: ___,
      takes: ____,
      alsoTakes: _____,
      elsewhere: ______,
      left: _______,
      ...about
    } = first;
    const more = range.length - 1;
    const change = add({
      ...about,
      ...{ id: randomUUID(), at: now().toISOString(), before: first.after, after: first.before, takes: id },
      ...(more && { alsoTakes: range.slice(1).map((entry) => entry.id) }),
      words: more ? `Taken back, with everything since (${more})` : turned(words ?? first.label),
      files,
    });
    return { taken: { changes: [change], files: files.map(({ file }) => file) } };
  }

  function backTo(file: string, before: string | null, after: string | null): { ok: boolean; bytes: Buffer | null } {
    const here = bytesOf(file);
    const old = before === null ? null : (copies.read(before) ?? undefined);
    if (old === undefined) return { ok: false, bytes: null };
    if ((here && versionOf(here)) === after) return { ok: true, bytes: old };
    const then = after ? copies.read(after) : undefined;
    if (!here || !old || !then || !/\.(yaml|md)$/.test(file)) return { ok: false, bytes: null };
    const merged = mergeLines(asSource(then).text, asSource(here).text, asSource(old).text);
    return merged === undefined ? { ok: false, bytes: null } : { ok: true, bytes: withText(here, merged) };
  }

  function put(file: string, bytes: Buffer | null) {
    const path = join(room.folder, file);
    if (bytes) writeWhole(path, bytes);
    else rmSync(path, { force: true });
  }

  return {
    add,
    notice,
    noticed,
    asItStood,
    textOf,
    list,
    takeBack,
    published: copies.publish,
    count: () => copies.entries().length,
  };
}

/** Whoever takes back what was taken back brings it back. */
function turned(words: string): string {
  const [, taken] = /^Taken back: (.*)$/s.exec(words) ?? [];
  return taken === undefined ? `Taken back: ${words.replace(/^Brought back: /, "")}` : `Brought back: ${taken}`;
}
