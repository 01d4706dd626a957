import { editText, readValues } from "../formats/content-file.ts";
import { CannotWrite, pathsOverlap } from "../formats/values.ts";
import type { ContentStore } from "../forms/content-store.ts";
import { labelOf } from "../forms/field-values.ts";
import { newBlockingProblems } from "../forms/problems.ts";
import type { Drafts, StoredDraft } from "../history/drafts.ts";
import type { Edit, Problem } from "./api-types.ts";
import { dayOf } from "./launch.ts";

type FileEdits = Pick<StoredDraft, "file" | "edits">;

export interface Judgement {
  /** The files as they would be. */
  texts: Map<string, string>;
  problems: Problem[];
  blocking: Problem[];
  /** The drafts that are saved with the edits. */
  drafts: StoredDraft[];
}

export const pathsOf = (edits: Edit[]) => edits.map(({ path }) => path);

export interface Services {
  store: ContentStore;
  drafts: Drafts;
  now: () => Date;
}

/** Writes edits over the files in memory, and tells whether they can be saved. */
export function createJudge({ store, drafts, now }: Services) {
  /** Writes edits over the files in memory, up to the first that cannot be written. */
  function apply(all: FileEdits[]): { texts: Map<string, string>; problem?: Problem } {
    const texts = new Map<string, string>();
    for (const { file, edits } of all) {
      let text = texts.get(file) ?? store.read(file).text;
      for (const edit of edits) {
        try {
          text = editText(file, text, edit, store.fields(file));
        } catch (error) {
          if (!(error instanceof CannotWrite)) throw error;
          return { texts, problem: cannotWrite(file, text, edit) };
        }
      }
      texts.set(file, text);
    }
    return { texts };
  }

  function cannotWrite(file: string, text: string, { path }: Edit): Problem {
    const label = labelOf(store.fields(file), readValues(file, text), path);
    const message = "This text cannot be saved as it is. Check the characters it begins with.";
    return { file, title: store.titleOf(file), path, label, kind: "mistake", message, blocking: true };
  }

  /** The texts of files with these edits, or undefined when one of the edits cannot be written. */
  function textsWith(edits: Record<string, Edit[]>): Map<string, string> | undefined {
    const { texts, problem } = apply(Object.entries(edits).map(([file, list]) => ({ file, edits: list })));
    return problem ? undefined : texts;
  }

  function judgeAll(all: FileEdits[]): Judgement {
    const { texts, problem } = apply(all);
    if (problem) return { texts, problems: [problem], blocking: [problem], drafts: [] };
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
      .filter((draft) => draft.file !== file || !pathsOf(edits).some((path) => pathsOverlap(path, draft.path)))
      .filter((draft) => alone.blocking.length || draft.file === file);
    while (others.length) {
      const together = judgeAll([...others, { file, edits }]);
      if (!together.blocking.length) return { ...together, drafts: others };
      // A draft that is wrong in itself helps nobody.
      const isWrong = (draft: StoredDraft) =>
        together.blocking.some((one) => one.file === draft.file && pathsOverlap(one.path, draft.path));
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

  return { judge, judgeWithDay, textsWith };
}
