import type { Texts } from "../../content/content-folder.ts";
import { editText, readNotes, readValues } from "../formats/content-file.ts";
import { stepsBetween } from "../formats/steps.ts";
import { CannotWrite, containsPath, deepEqual, keysOf, pathsOverlap, valueAt } from "../formats/values.ts";
import type { ContentStore } from "../forms/content-store.ts";
import { labelOf } from "../forms/field-values.ts";
import { fieldAt } from "../forms/find-field.ts";
import { summarizeBoth } from "../forms/messages.ts";
import { valueNotes } from "../forms/value-notes.ts";
import { type ChangeSummary, describeChange } from "../history/describe-change.ts";
import { ConcurrentWrite, type FileChange, type openHistory, textsOf } from "../history/history.ts";
import type * as api from "./api-types.ts";
import { dayOf } from "./launch.ts";

export type SaveResult = { saved: api.Saved } | { refused: api.Problem[] } | { conflicts: api.FieldConflict[] };

interface PictureChange {
  file: FileChange;
  summary: ChangeSummary;
}

interface Validation {
  edits: api.Edit[];
  /** The file as it would be. */
  text: string;
  problems: api.Problem[];
  /** The problems that keep the edits from being saved. */
  blocking: api.Problem[];
}

/** Reads forms, checks edits, and saves them to the file or not at all. */
export function createSaver(store: ContentStore, history: ReturnType<typeof openHistory>, now: () => Date) {
  function form(file: string): api.Form {
    const { text, version } = store.read(file);
    const values = readValues(text);
    const content = store.validContent();
    return {
      ...store.placeOf(file),
      version,
      fields: store.fields(file),
      values: values ?? {},
      notes: { ...(values && readNotes(text)), ...(content && valueNotes(file, content, now().getTime())) },
      problems: store
        .currentCheck()
        .problems.filter((one) => one.file === file && (one.blocking || !one.shownBySource)),
    };
  }

  const write = (file: string, edits: api.Edit[]) =>
    edits.reduce((text, edit) => editText(text, edit, store.fields(file)), store.read(file).text);

  /** The texts of files with these edits, or undefined when one of the edits cannot be written. */
  function textsWith(edits: Record<string, api.Edit[]>): Map<string, string> | undefined {
    try {
      return new Map(Object.entries(edits).map(([file, list]) => [file, write(file, list)]));
    } catch (error) {
      if (error instanceof CannotWrite) return undefined;
      throw error;
    }
  }

  /** Checks the whole folder as it would be with these edits, and a picture beside them. */
  function validate(file: string, edits: api.Edit[], beside: Texts): Validation {
    const text = textsWith({ [file]: edits })?.get(file);
    if (text === undefined) {
      const { path = "" } = edits[0] ?? {};
      const message = "This text cannot be saved as it is. Check the characters it begins with.";
      const problem: api.Problem = { ...placeOf(file, path), kind: "mistake", message, blocking: true };
      return { edits, text: "", problems: [problem], blocking: [problem] };
    }
    return { edits, text, ...store.checkChange(new Map([...beside, [file, text]]), file, pathsOf(edits)) };
  }

  /**
   * Two values that have to agree are typed one after the other, so each would wait for the other for ever. Edits are
   * validated together with what waits in the same file, but for what is wrong in itself, and otherwise alone.
   */
  function validateWithWaiting({ file, edits, waiting = [] }: api.SaveRequest, beside: Texts = new Map()): Validation {
    let others = waiting.filter((edit) => !conflictOf(file, edit));
    while (others.length) {
      const together = validate(file, [...others, ...edits], beside);
      if (!together.blocking.length) return together;
      const right = others.filter(({ path }) => !together.blocking.some((one) => isAt(one, file, path)));
      if (right.length === others.length) break;
      others = right;
    }
    return validate(file, edits, beside);
  }

  /**
   * A page that says when it was last changed says today once its words change, unless that day alone would keep them
   * from being saved.
   */
  function withDay(file: string, validated: Validation, beside: Texts): Validation {
    const { updated } = store.values(file) ?? {};
    const today = dayOf(store, now());
    if (validated.blocking.length || typeof updated !== "string" || updated >= today) return validated;
    const changed = stepsBetween("", store.values(file), readValues(validated.text));
    const isConfirmation = changed.every((step) => step.do === "set" && /\bsource$/.test(step.path));
    if (isConfirmation || pathsOf(validated.edits).includes("updated")) return validated;
    const dated = validate(file, [...validated.edits, { path: "updated", value: today }], beside);
    return dated.blocking.length ? validated : { ...dated, edits: validated.edits };
  }

  const describe = (file: string, text: string) =>
    describeChange(store.fields(file), store.values(file), readValues(text));

  const placeOf = (file: string, path: api.Path) => ({
    file,
    title: store.titleOf(file),
    path,
    label: labelOf(store.fields(file), store.values(file), path),
  });

  /** A problem that shows on another part of the page is also the reason why this edit is refused, and is said here. */
  function reportAtEditedField(problem: api.Problem, file: string, edits: api.Edit[]): api.Problem {
    if (pathsOf(edits).some((path) => isAt(problem, file, path) || isAt(problem, file, groupOf(path)))) return problem;
    const place = problem.file === file ? problem.label : `${problem.title}, ${problem.label}`;
    const message = `${place}: ${problem.message.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())}`;
    const { suggestion: _, ...rest } = problem;
    const { title, path, label } = problem;
    return {
      ...rest,
      ...placeOf(file, edits[0]?.path ?? ""),
      message,
      mendAt: { file: problem.file, title, path, label },
    };
  }

  /** Returns the problems at the edited fields, whether they block a save or not. */
  function check(request: api.SaveRequest): api.Problem[] {
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
  function conflictOf(file: string, edit: api.Edit): api.FieldConflict | undefined {
    const current = valueAt(store.values(file), keysOf(edit.path)) ?? null;
    if (deepEqual(current, edit.was ?? null)) return undefined;
    if (textsWith({ [file]: [edit] })?.get(file) === store.read(file).text) return undefined;
    const field = fieldAt(store.fields(file), keysOf(edit.path), store.values(file));
    const { before: other, after: mine } = summarizeBoth(current, edit.value, field);
    return { ...placeOf(file, edit.path), current, mine, other };
  }

  /**
   * A `picture` is saved in the same step as the edits that describe it. Another program may write a file between reading
   * and writing it. Then the save begins again with that file.
   */
  function save(request: api.SaveRequest, picture?: PictureChange): SaveResult {
    for (let tries = 0; ; tries++) {
      try {
        return saveOnce(request, picture);
      } catch (error) {
        if (!(error instanceof ConcurrentWrite) || tries > 2) throw error;
        store.invalidate();
      }
    }
  }

  function saveOnce(request: api.SaveRequest, picture?: PictureChange): SaveResult {
    const { file, edits } = request;
    const conflicts = edits.flatMap((edit) => conflictOf(file, edit) ?? []);
    if (conflicts.length) return { conflicts };
    const beside = textsOf(picture ? [picture.file] : []);
    const validated = withDay(file, validateWithWaiting(request, beside), beside);
    if (validated.blocking.length)
      return { refused: validated.blocking.map((one) => reportAtEditedField(one, file, edits)) };
    const source = store.read(file);
    const isChanged = validated.text !== source.text;
    const changes: FileChange[] = [
      ...(picture ? [picture.file] : []),
      ...(isChanged ? [{ file, before: source.bytes, after: Buffer.from(validated.text) }] : []),
    ];
    const summary = { ...(picture?.summary ?? describe(file, validated.text)), ...request.told };
    const change = changes.length ? history.write({ ...store.placeOf(file), ...summary }, changes) : null;
    return { saved: { form: form(file), change, paths: pathsOf(validated.edits) } };
  }

  return { form, check, save, textsWith };
}

const pathsOf = (edits: api.Edit[]) => edits.map(({ path }) => path);

/** The group or the row around a field, which is in sight with it; a field without one is alone. */
const groupOf = (path: api.Path) => path.split("/").slice(0, -1).join("/") || path;

const isAt = (problem: api.Problem, file: string, path: api.Path) =>
  problem.file === file && pathsOverlap(problem.path, path);

export type Saver = ReturnType<typeof createSaver>;
