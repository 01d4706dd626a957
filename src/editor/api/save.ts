import { randomUUID } from "node:crypto";
import { currentNotice } from "../../content/notice.ts";
import { editText, readNotes, readValues } from "../formats/content-file.ts";
import { mergeEdits } from "../formats/merge-edits.ts";
import { replaceText } from "../formats/source-file.ts";
import { CannotWrite } from "../formats/values.ts";
import type { ContentStore } from "../forms/content-store.ts";
import { labelOf } from "../forms/field-values.ts";
import { isShownBySource, newBlockingProblems } from "../forms/problems.ts";
import { type ChangeSummary, describeChange, describeDifference } from "../history/describe-change.ts";
import type { openDrafts, StoredDraft } from "../history/drafts.ts";
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
import { dayOf } from "./launch.ts";

export type SaveResult = { saved: Saved } | { savedAsDraft: SavedAsDraft } | { conflict: Conflict };

interface SavingServices {
  store: ContentStore;
  drafts: ReturnType<typeof openDrafts>;
  history: ReturnType<typeof openHistory>;
  now: () => Date;
}

type FileEdits = Pick<StoredDraft, "file" | "edits">;

interface Judgement {
  /** The files as they would be. */
  texts: Map<string, string>;
  problems: Problem[];
  blocking: Problem[];
  /** The drafts that are saved with the edits. */
  drafts: StoredDraft[];
}

const overlap = (one: string, other: string) => `${one}/`.startsWith(`${other}/`) || `${other}/`.startsWith(`${one}/`);

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
      notes: { ...(values && readNotes(file, text)), ...(file === "studio.yaml" && endedNotice()) },
      problems: store
        .currentCheck()
        .problems.filter((one) => one.file === file && (one.blocking || !isShownBySource(one))),
      drafts: drafts.list(file).map((draft) => ({
        ...draft,
        label: labelOf(store.fields(file), values, draft.path),
        problems: check({ file, version, edits: draft.edits }),
      })),
    };
  }

  /** Says so at a notice that visitors no longer see. */
  function endedNotice(): Form["notes"] {
    const { studio } = store.validContent() ?? {};
    if (!studio?.notice?.text || !studio.notice.until || currentNotice(studio, now().getTime())) return {};
    const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(
      new Date(studio.notice.until),
    );
    return { "notice/text": `This notice ended on ${day}. Visitors no longer see it.` };
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
    const message = "This text cannot be saved as it is. Check the characters it begins with.";
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

  /** Writes edits over the files in memory, and lists the problems that would keep them from being saved. */
  function judgeAll(all: FileEdits[]): Judgement {
    const texts = new Map<string, string>();
    for (const { file, edits } of all) {
      const applied = apply(file, texts.get(file) ?? store.read(file).text, edits);
      if ("problem" in applied) return { texts, problems: [applied.problem], blocking: [applied.problem], drafts: [] };
      texts.set(file, applied.text);
    }
    const before = store.currentCheck().problems;
    const { problems } = store.checkContent(texts);
    const blocking = all.flatMap(({ file, edits }) => newBlockingProblems(before, problems, file, pathsOf(edits)));
    return { texts, problems, blocking: [...new Set(blocking)], drafts: [] };
  }

  /**
   * Judges edits alone and, if something keeps them from being saved, together with the drafts. Two values that have to
   * agree are typed one after the other, so each would wait for the other for ever. Drafts of the same file that nothing
   * keeps from being saved any more are saved with the edits.
   */
  function judge(file: string, edits: Edit[]): Judgement {
    const alone = judgeAll([{ file, edits }]);
    let others = drafts
      .list()
      .filter((draft) => draft.file !== file || !pathsOf(edits).some((path) => overlap(path, draft.path)))
      .filter((draft) => alone.blocking.length || draft.file === file);
    while (others.length) {
      const together = judgeAll([...others, { file, edits }]);
      if (!together.blocking.length) return { ...together, drafts: others };
      // A draft that is wrong in itself helps nobody.
      const isWrong = (draft: StoredDraft) =>
        together.blocking.some((one) => one.file === draft.file && overlap(one.path, draft.path));
      if (!others.some(isWrong)) break;
      others = others.filter((draft) => !isWrong(draft));
    }
    return alone;
  }

  /**
   * A page that says when it was last changed says today once its words change, unless that day alone would keep them
   * from being saved.
   */
  function judgeWithDay(file: string, edits: Edit[]): Judgement {
    const judged = judge(file, edits);
    const { updated } = store.values(file) ?? {};
    const today = dayOf(store, now());
    const isChange = !judged.blocking.length && judged.texts.get(file) !== store.read(file).text;
    const isDated = edits.every(({ do: kind, path }) => kind !== "settle" && path !== "updated");
    if (!isChange || !isDated || typeof updated !== "string" || updated >= today) return judged;
    const dated = judge(file, [...edits, { do: "set", path: "updated", value: today }]);
    return dated.blocking.length ? judged : dated;
  }

  /** A problem that shows at another field is also the reason why this one is refused, and is said here. */
  function sayHere(problem: Problem, file: string, edits: Edit[]): Problem {
    const here = edits[0]?.path ?? "";
    if (problem.file === file && pathsOf(edits).some((path) => overlap(path, problem.path))) return problem;
    const place = problem.file === file ? problem.label : `${problem.title}, ${problem.label}`;
    const title = store.titleOf(file);
    const label = labelOf(store.fields(file), store.values(file), here);
    const { suggestion: _, ...rest } = problem;
    return {
      ...rest,
      file,
      title,
      path: here,
      label,
      message: `${place}: ${problem.message.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())}`,
    };
  }

  /** Returns the problems at the edited fields, whether they block a save or not. */
  function check({ file, edits }: CheckRequest): Problem[] {
    const { problems, blocking } = judge(file, edits);
    const atFields = problems.filter(
      (one) => one.file === file && pathsOf(edits).some((path) => `${one.path}/`.startsWith(`${path}/`)),
    );
    return [...new Set([...blocking, ...atFields])]
      .filter((one) => one.blocking || !isShownBySource(one))
      .map((one) => (blocking.includes(one) ? sayHere(one, file, edits) : one));
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
    const { texts, blocking, drafts: included } = judgeWithDay(file, edits);
    if (blocking.length) {
      const problems = blocking.map((one) => sayHere(one, file, edits));
      const draft = describeDraft(file, edits, problems);
      if (!picture) drafts.put({ file, path: draft.path, edits, at: draft.at });
      return { savedAsDraft: { problems, draft } };
    }
    const changes = [...texts].flatMap(([name, text]): FileChange[] => {
      const before = store.read(name);
      if (text === before.text) return [];
      const earlier = history.findEarlierCopy(name, before, readValues(name, text), pathsOf(edits).includes("updated"));
      return [{ file: name, before: before.bytes, after: earlier ?? replaceText(before.bytes, text) }];
    });
    const discardDrafts = () => {
      drafts.discard(file, pathsOf(request.edits));
      for (const draft of included) drafts.discard(draft.file, [draft.path]);
    };
    if (!changes.length && !picture) {
      discardDrafts();
      return { saved: { form: form(file), change: null } };
    }
    const after = readValues(file, texts.get(file) ?? source.text);
    const summary =
      picture?.summary ??
      (edits.length ? describeChange(fields, values, edits) : describeDifference(fields, values, after));
    const change = history.write(
      {
        ...{ id: randomUUID(), at: now().toISOString(), file, title: store.titleOf(file) },
        ...{ address: store.entryOf(file)?.address ?? null, ...summary },
        ...(request.left?.length && { left: request.left }),
      },
      [...(picture ? [picture.file] : []), ...changes],
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
