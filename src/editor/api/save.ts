import { randomUUID } from "node:crypto";
import { editText, readNotes, readValues } from "../formats/content-file.ts";
import { mergeEdits } from "../formats/merge-edits.ts";
import { replaceText } from "../formats/source-file.ts";
import { CannotWrite } from "../formats/values.ts";
import type { ContentStore } from "../forms/content-store.ts";
import { labelOf } from "../forms/field-values.ts";
import { isShownBySource, newBlockingProblems } from "../forms/problems.ts";
import { type ChangeSummary, describeChange, describeDifference } from "../history/describe-change.ts";
import type { openDrafts } from "../history/drafts.ts";
import type { FileChange, openHistory } from "../history/history.ts";
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
      } catch (error) {
        if (!(error instanceof CannotWrite)) throw error;
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

  /** A `picture` is saved in the same step as the edits that describe it, and never becomes a draft. */
  function save(request: SaveRequest, picture?: { file: FileChange; summary: ChangeSummary }): SaveResult {
    const { file } = request;
    const source = store.read(file);
    const fields = store.fields(file);
    const values = readValues(file, source.text);
    let { edits } = request;
    if (request.version !== source.version) {
      const merged = mergeEdits(fields, valuesOf(file, request.version), values, edits);
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
    if ("problem" in applied || blocking.length) {
      const draft = describeDraft(file, edits, blocking);
      if (!picture) drafts.put({ file, path: draft.path, edits, at: draft.at });
      return { savedAsDraft: { problems: blocking, draft } };
    }
    const changed = applied.text !== source.text;
    const discardDrafts = () => drafts.discard(file, pathsOf(request.edits));
    if (!changed && !picture) {
      discardDrafts();
      return { saved: { form: form(file), change: null } };
    }
    const after = readValues(file, applied.text);
    const bytes = history.findEarlierCopy(file, source, after) ?? replaceText(source.bytes, applied.text);
    const summary =
      picture?.summary ??
      (edits.length ? describeChange(fields, values, edits) : describeDifference(fields, values, after));
    const change = history.write(
      {
        ...{ id: randomUUID(), at: now().toISOString(), file, title: store.titleOf(file) },
        ...{ address: store.entryOf(file)?.address ?? null, ...summary },
        ...(request.left?.length && { left: request.left }),
      },
      [...(picture ? [picture.file] : []), ...(changed ? [{ file, before: source.bytes, after: bytes }] : [])],
    );
    // The words are in the file now. Before that, the draft is their only copy.
    discardDrafts();
    return { saved: { form: form(file), change } };
  }

  /** The values of an earlier version of a file, or undefined when that version is unknown. */
  function valuesOf(file: string, version: string) {
    const text = store.textOf(version) ?? history.textOf(version);
    return text === undefined ? undefined : readValues(file, text);
  }

  function describeDraft(file: string, edits: Edit[], problems: Problem[]): Draft {
    const path = edits[0]?.path ?? "";
    const label = labelOf(store.fields(file), readValues(file, store.read(file).text), path);
    return { file, path, label, edits, problems, at: now().toISOString() };
  }

  return { form, check, save, textsWith, valuesOf };
}

export type Saver = ReturnType<typeof createSaver>;
