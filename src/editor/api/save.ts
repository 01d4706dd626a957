import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { editText, readNotes, readValues } from "../formats/content-file.ts";
import { mergeEdits } from "../formats/merge-edits.ts";
import { replaceText, type SourceFile, writeAtomically } from "../formats/source-file.ts";
import type { ContentStore } from "../forms/content-store.ts";
import { labelOf } from "../forms/field-values.ts";
import { isShownBySource, newBlockingProblems } from "../forms/problems.ts";
import { describeChange, describeDifference } from "../history/describe-change.ts";
import type { openDrafts } from "../history/drafts.ts";
import type { openHistory } from "../history/history.ts";
import type {
  CheckRequest,
  Conflict,
  Draft,
  Edit,
  Form,
  Problem,
  Saved,
  SavedAsDraft,
  SaveRequest,
} from "./api-types.ts";

export type SaveResult = { saved: Saved } | { savedAsDraft: SavedAsDraft } | { conflict: Conflict };

interface SavingServices {
  store: ContentStore;
  drafts: ReturnType<typeof openDrafts>;
  history: ReturnType<typeof openHistory>;
  now: () => Date;
}

/** Reads forms, checks edits and saves them to the file, as a draft, or not at all when another change conflicts. */
export function createSaver({ store, drafts, history, now }: SavingServices) {
  function form(file: string): Form {
    const { text, version } = store.read(file);
    const values = readValues(file, text);
    const entry = store.entryOf(file);
    return {
      ...{ file, version, title: store.titleOf(file), address: entry?.address ?? null },
      fields: store.fields(file),
      values: values ?? {},
      notes: values ? readNotes(file, text) : {},
      problems: store.currentCheck().problems.filter((one) => one.file === file && !isShownBySource(one)),
      drafts: drafts.list(file).map((draft) => ({
        ...draft,
        label: labelOf(store.fields(file), values, draft.path),
        problems: check({ file, version, edits: draft.edits }),
      })),
    };
  }

  /** Returns the text with all edits applied, or the problem of the first edit that cannot be written. */
  function apply(file: string, text: string, edits: Edit[]): { text: string } | { problem: Problem } {
    let next = text;
    for (const edit of edits) {
      try {
        next = editText(file, next, edit, store.fields(file));
      } catch {
        return { problem: cannotWrite(file, next, edit) };
      }
    }
    return { text: next };
  }

  function cannotWrite(file: string, text: string, { path }: Edit): Problem {
    const label = labelOf(store.fields(file), readValues(file, text), path);
    const message = "These words cannot be written here as they are. Look at the signs they begin with.";
    return { file, title: store.titleOf(file), path, label, kind: "mistake", message, blocking: true };
  }

  /** The texts of files with these edits, or undefined when one of the edits cannot be written. */
  function textsWith(edits: Record<string, Edit[]>): Map<string, string> | undefined {
    const texts = new Map<string, string>();
    for (const [file, list] of Object.entries(edits)) {
      const applied = apply(file, store.read(file).text, list);
      if ("problem" in applied) return undefined;
      texts.set(file, applied.text);
    }
    return texts;
  }

  const pathsOf = (edits: Edit[]) => edits.map(({ path }) => path);

  /** Returns the problems at the edited fields, whether they block a save or not. */
  function check({ file, edits }: CheckRequest): Problem[] {
    const applied = apply(file, store.read(file).text, edits);
    if ("problem" in applied) return [applied.problem];
    const { problems } = store.checkContent(new Map([[file, applied.text]]));
    const blocking = newBlockingProblems(store.currentCheck().problems, problems, file, pathsOf(edits));
    const atFields = problems.filter(
      (one) => one.file === file && pathsOf(edits).some((path) => `${one.path}/`.startsWith(`${path}/`)),
    );
    return [...new Set([...blocking, ...atFields])].filter((one) => one.blocking || !isShownBySource(one));
  }

  function save(request: SaveRequest): SaveResult {
    const { file } = request;
    const source = store.read(file);
    const fields = store.fields(file);
    const values = readValues(file, source.text);
    let { edits } = request;
    if (request.version !== source.version) {
      const base = store.textOf(request.version) ?? history.textOf(request.version);
      const merged = mergeEdits(fields, base === undefined ? undefined : readValues(file, base), values, edits);
      if (merged.bothChanged.length) {
        const at = history.recordOutsideChange(file);
        return {
          conflict: { file, title: store.titleOf(file), at, version: source.version, form: form(file), ...merged },
        };
      }
      edits = merged.mine;
    }
    const applied = apply(file, source.text, edits);
    const blocking =
      "problem" in applied
        ? [applied.problem]
        : newBlockingProblems(
            store.currentCheck().problems,
            store.checkContent(new Map([[file, applied.text]])).problems,
            file,
            pathsOf(edits),
          );
    if ("problem" in applied || blocking.length) return { savedAsDraft: storeDraft(file, edits, blocking) };
    for (const { path } of request.edits) drafts.discard(file, path);
    if (applied.text === source.text) return { saved: { form: form(file), change: null } };
    const bytes =
      history.findEarlierCopy(file, source, readValues(file, applied.text)) ?? replaceText(source.bytes, applied.text);
    write(file, source, bytes);
    const words = edits.length
      ? describeChange(fields, values, edits)
      : describeDifference(fields, values, readValues(file, applied.text));
    const change = history.add({
      ...{
        id: randomUUID(),
        at: now().toISOString(),
        file,
        address: store.entryOf(file)?.address ?? null,
        title: store.titleOf(file),
      },
      ...words,
      ...(request.left?.length && { left: request.left }),
      files: [{ file, before: source.bytes, after: bytes }],
    });
    return { saved: { form: form(file), change } };
  }

  /** Checks the version again before writing, as another program may have written since the file was read. */
  function write(file: string, source: SourceFile, bytes: Buffer) {
    if (store.read(file).version !== source.version) throw new ConcurrentWrite(file);
    writeAtomically(join(store.folder, file), bytes);
    store.remember(bytes);
  }

  function storeDraft(file: string, edits: Edit[], problems: Problem[]): SavedAsDraft {
    const path = edits[0]?.path ?? "";
    const at = now().toISOString();
    drafts.put({ file, path, edits, at });
    const label = labelOf(store.fields(file), readValues(file, store.read(file).text), path);
    const draft: Draft = { file, path, label, edits, problems, at };
    return { problems, draft };
  }

  return { form, check, save, textsWith };
}

export class ConcurrentWrite extends Error {}

export type Saver = ReturnType<typeof createSaver>;
