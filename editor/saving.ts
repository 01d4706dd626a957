import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { editText, readNotes, readValues } from "./content-file.ts";
import type { ContentRoom } from "./content-room.ts";
import { describeChange, describeDifference } from "./describe-change.ts";
import type { openDrafts } from "./drafts.ts";
import { labelOf } from "./each-value.ts";
import type { openHistory } from "./history.ts";
import { mergeEdits } from "./merge-edits.ts";
import { broughtIn, saidByItsSource } from "./problems.ts";
import type { Changes, Conflict, Draft, Edit, Form, Kept, Problem, Save, Saved } from "./shapes.ts";
import { type SourceFile, withText, writeWhole } from "./source-file.ts";

export type SaveAnswer = { saved: Saved } | { kept: Kept } | { conflict: Conflict };

interface Rooms {
  room: ContentRoom;
  drafts: ReturnType<typeof openDrafts>;
  history: ReturnType<typeof openHistory>;
  now: () => Date;
}

/** Reads forms, checks what she types and saves it: exactly, or as a draft, or not at all where somebody else wrote. */
export function createSaving({ room, drafts, history, now }: Rooms) {
  function form(file: string): Form {
    const { text, version } = room.read(file);
    const values = readValues(file, text);
    const entry = room.entryOf(file);
    return {
      ...{ file, version, title: room.titleOf(file), address: entry?.address ?? null },
      fields: room.fields(file),
      values: values ?? {},
      notes: values ? readNotes(file, text) : {},
      problems: room.now().problems.filter((one) => one.file === file && !saidByItsSource(one)),
      drafts: drafts.of(file).map((draft) => ({
        ...draft,
        label: labelOf(room.fields(file), values, draft.path),
        problems: check({ file, version, edits: draft.edits }),
      })),
    };
  }

  /** The text with all edits made, or what kept one from being written. */
  function apply(file: string, text: string, edits: Edit[]): { text: string } | { problem: Problem } {
    let next = text;
    for (const edit of edits) {
      try {
        next = editText(file, next, edit, room.fields(file));
      } catch {
        return { problem: cannotStand(file, next, edit) };
      }
    }
    return { text: next };
  }

  function cannotStand(file: string, text: string, { path }: Edit): Problem {
    const label = labelOf(room.fields(file), readValues(file, text), path);
    const words = "These words cannot be written here as they are. Look at the signs they begin with.";
    return { file, title: room.titleOf(file), path, label, kind: "mistake", words, stops: true };
  }

  const pathsOf = (edits: Edit[]) => edits.map(({ path }) => path);

  /** What stands at the fields of a change, whether it keeps it from being saved or not. */
  function check({ file, edits }: Changes): Problem[] {
    const made = apply(file, room.read(file).text, edits);
    if ("problem" in made) return [made.problem];
    const { problems } = room.judge(new Map([[file, made.text]]));
    const stopping = broughtIn(room.now().problems, problems, file, pathsOf(edits));
    const here = problems.filter(
      (one) => one.file === file && pathsOf(edits).some((path) => `${one.path}/`.startsWith(`${path}/`)),
    );
    return [...new Set([...stopping, ...here])].filter((one) => one.stops || !saidByItsSource(one));
  }

  function save(asked: Save): SaveAnswer {
    const { file } = asked;
    const source = room.read(file);
    const fields = room.fields(file);
    const values = readValues(file, source.text);
    let { edits } = asked;
    if (asked.version !== source.version) {
      const base = room.textOf(asked.version) ?? history.textOf(asked.version);
      const merged = mergeEdits(fields, base === undefined ? undefined : readValues(file, base), values, edits);
      if (merged.both.length) {
        const at = history.noticed(file);
        return {
          conflict: { file, title: room.titleOf(file), at, version: source.version, form: form(file), ...merged },
        };
      }
      edits = merged.mine;
    }
    const made = apply(file, source.text, edits);
    const stopping =
      "problem" in made
        ? [made.problem]
        : broughtIn(room.now().problems, room.judge(new Map([[file, made.text]])).problems, file, pathsOf(edits));
    if ("problem" in made || stopping.length) return { kept: keep(file, edits, stopping) };
    for (const { path } of asked.edits) drafts.forget(file, path);
    if (made.text === source.text) return { saved: { form: form(file), change: null } };
    const bytes = history.asItStood(file, source, readValues(file, made.text)) ?? withText(source.bytes, made.text);
    write(file, source, bytes);
    const words = edits.length
      ? describeChange(fields, values, edits)
      : describeDifference(fields, values, readValues(file, made.text));
    const change = history.add({
      ...{
        id: randomUUID(),
        at: now().toISOString(),
        file,
        address: room.entryOf(file)?.address ?? null,
        title: room.titleOf(file),
      },
      ...words,
      ...(asked.left?.length && { left: asked.left }),
      files: [{ file, before: source.bytes, after: bytes }],
    });
    return { saved: { form: form(file), change } };
  }

  /** Looks once more: between reading and writing somebody else may have written. */
  function write(file: string, source: SourceFile, bytes: Buffer) {
    if (room.read(file).version !== source.version) throw new ChangedMeanwhile(file);
    writeWhole(join(room.folder, file), bytes);
    room.remember(bytes);
  }

  function keep(file: string, edits: Edit[], problems: Problem[]): Kept {
    const path = edits[0]?.path ?? "";
    const at = now().toISOString();
    drafts.keep({ file, path, edits, at });
    const label = labelOf(room.fields(file), readValues(file, room.read(file).text), path);
    const draft: Draft = { file, path, label, edits, problems, at };
    return { problems, draft };
  }

  return { form, check, save };
}

export class ChangedMeanwhile extends Error {}

export type Saving = ReturnType<typeof createSaving>;
