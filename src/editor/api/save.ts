import type { Texts } from "../../content/content-folder.ts";
import { editText, readNotes, readValues } from "../formats/content-file.ts";
import { stepsBetween } from "../formats/steps.ts";
import { CannotWrite, containsPath, deepEqual, keysOf, pathsOverlap, valueAt } from "../formats/values.ts";
import type { ContentStore } from "../forms/content-store.ts";
import { fieldAt } from "../forms/find-field.ts";
import { summarizeBoth } from "../forms/messages.ts";
import { valueNotes } from "../forms/value-notes.ts";
import { type ChangeSummary, describeChange } from "../history/describe-change.ts";
import { type ContentHistory, type FileChange, textsOf } from "../history/history.ts";
import type { Change, FieldPlace, Path, Problem } from "../vocabulary.ts";
import type { Edit, SaveRequest } from "./request-bodies.ts";

/** A field that was changed elsewhere since the owner began to change it. */
interface FieldConflict extends FieldPlace {
  /** The value in the file, null when there is none. An edit that says it `was` this one replaces it. */
  current: unknown;
  /** Both values in words. */
  mine: string;
  other: string;
}

/** `change` is null when the file had these values already; `paths` are those of the edits that waited too. */
export type SaveResult =
  | { saved: { change: Change | null; paths: Path[] } }
  | { refused: Problem[] }
  | { conflicts: FieldConflict[] };

interface PictureChange {
  file: FileChange;
  summary: ChangeSummary;
}

/** Reads forms, checks edits, and saves them to the file or not at all. */
export function createSaver(store: ContentStore, history: ContentHistory, now: () => Date) {
  function form(file: string) {
    const { text, version } = store.read(file);
    const values = readValues(text);
    const content = store.validContent();
    return {
      ...store.placeOf(file),
      version,
      fields: store.fields(file),
      /** A fact is its text or { value, note, source }; prose is Markdown. */
      values: (values ?? {}) as unknown,
      /** Comments in the file, by the value they belong to. */
      notes: { ...(values && readNotes(text)), ...(content && valueNotes(file, content, now().getTime())) },
      problems: store
        .currentCheck()
        .problems.filter((one) => one.file === file && (one.blocking || !one.shownBySource)),
    };
  }

  /** The text of a file with these edits. A page that says when it was last changed says today once its words change. */
  function textWith(file: string, edits: Edit[]): string {
    const { text } = store.read(file);
    const [fields, values] = [store.fields(file), store.values(file)];
    const changed = edits.reduce((edited, edit) => editText(edited, edit, fields), text);
    const today = store.dayOf(now());
    const { updated } = values ?? {};
    if (typeof updated !== "string" || updated >= today || pathsOf(edits).includes("updated")) return changed;
    const steps = stepsBetween("", values, readValues(changed));
    const isConfirmation = steps.every((step) => step.do === "set" && /\bsource$/.test(step.path));
    return isConfirmation ? changed : editText(changed, { path: "updated", value: today }, fields);
  }

  /** The texts of files with these edits, or undefined when one of the edits cannot be written. */
  function textsWith(edits: Record<string, Edit[]>): Map<string, string> | undefined {
    try {
      return new Map(Object.entries(edits).map(([file, list]) => [file, textWith(file, list)]));
    } catch (error) {
      if (error instanceof CannotWrite) return undefined;
      throw error;
    }
  }

  /** Checks the whole folder as it would be with these edits, and a picture beside them. What is `blocking` keeps them back. */
  function validate(file: string, edits: Edit[], beside: Texts) {
    const text = textsWith({ [file]: edits })?.get(file);
    if (text === undefined) {
      const { path = "" } = edits[0] ?? {};
      const message = "This text cannot be saved as it is. Check the characters it begins with.";
      const problem: Problem = { ...store.fieldPlace(file, path), kind: "mistake", message, blocking: true };
      return { edits, text: "", problems: [problem], blocking: [problem] };
    }
    return { edits, text, ...store.checkChange(new Map([...beside, [file, text]]), file, pathsOf(edits)) };
  }

  /**
   * Two values that have to agree are typed one after the other, so each would wait for the other for ever. Edits are
   * validated together with what waits in the same file, but for what is wrong in itself, and otherwise alone.
   */
  function validateWithWaiting({ file, edits, waiting = [] }: SaveRequest, beside: Texts = new Map()) {
    let others = waiting.filter((edit) => !conflictOf(file, edit));
    for (;;) {
      const validated = validate(file, [...others, ...edits], beside);
      if (!validated.blocking.length || !others.length) return validated;
      const right = others.filter(({ path }) => !validated.blocking.some((one) => isAt(one, file, path)));
      others = right.length < others.length ? right : [];
    }
  }

  /** A problem that shows on another part of the page is also the reason why this edit is refused, and is said here. */
  function reportAtEditedField(problem: Problem, file: string, edits: Edit[]): Problem {
    if (pathsOf(edits).some((path) => isAt(problem, file, path) || isAt(problem, file, groupOf(path)))) return problem;
    const place = problem.file === file ? problem.label : `${problem.title}, ${problem.label}`;
    const message = `${place}: ${problem.message.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())}`;
    const { suggestion: _, ...rest } = problem;
    const { title, path, label } = problem;
    const mendAt = { file: problem.file, title, path, label };
    return { ...rest, ...store.fieldPlace(file, edits[0]?.path ?? ""), message, mendAt };
  }

  /** Returns the problems at the edited fields, whether they block a save or not. */
  function check(request: SaveRequest): Problem[] {
    const { file, edits } = request;
    const { problems, blocking } = validateWithWaiting(request);
    const atFields = problems.filter(
      (one) => one.file === file && pathsOf(edits).some((path) => containsPath(path, one.path)),
    );
    return [...new Set([...blocking, ...atFields])]
      .filter((one) => one.blocking || !one.shownBySource)
      .map((one) => (blocking.includes(one) ? reportAtEditedField(one, file, edits) : one));
  }

  /** The file no longer has the value that the owner saw, nor has it hers already, as after an answer that was lost. */
  function conflictOf(file: string, edit: Edit): FieldConflict | undefined {
    const current = valueAt(store.values(file), keysOf(edit.path)) ?? null;
    if (deepEqual(current, edit.was ?? null)) return undefined;
    if (textsWith({ [file]: [edit] })?.get(file) === store.read(file).text) return undefined;
    const field = fieldAt(store.fields(file), keysOf(edit.path), store.values(file));
    const { before: other, after: mine } = summarizeBoth(current, edit.value, field);
    return { ...store.fieldPlace(file, edit.path), current, mine, other };
  }

  /** A `picture` is saved in the same step as the edits that describe it. */
  function save(request: SaveRequest, picture?: PictureChange): SaveResult {
    const { file, edits } = request;
    const conflicts = edits.flatMap((edit) => conflictOf(file, edit) ?? []);
    if (conflicts.length) return { conflicts };
    const beside = textsOf(picture ? [picture.file] : []);
    const validated = validateWithWaiting(request, beside);
    if (validated.blocking.length)
      return { refused: validated.blocking.map((one) => reportAtEditedField(one, file, edits)) };
    const source = store.read(file);
    const isChanged = validated.text !== source.text;
    const changes: FileChange[] = [
      ...(picture ? [picture.file] : []),
      ...(isChanged ? [{ file, before: source.bytes, after: Buffer.from(validated.text) }] : []),
    ];
    const words = describeChange(store.fields(file), store.values(file), readValues(validated.text));
    const summary = { ...words, ...picture?.summary, ...request.told };
    const change = changes.length ? history.write({ ...store.placeOf(file), ...summary }, changes) : null;
    return { saved: { change, paths: pathsOf(validated.edits) } };
  }

  return { form, check, save, textsWith };
}

const pathsOf = (edits: Edit[]) => edits.map(({ path }) => path);

/** The group or the row around a field, which is in sight with it; a field without one is alone. */
const groupOf = (path: Path) => path.split("/").slice(0, -1).join("/") || path;

const isAt = (problem: Problem, file: string, path: Path) => problem.file === file && pathsOverlap(problem.path, path);

export type Saver = ReturnType<typeof createSaver>;
