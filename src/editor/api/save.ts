import { randomUUID } from "node:crypto";
import { currentNotice } from "../../content/notice.ts";
import { readNotes, readValues } from "../formats/content-file.ts";
import { mergeEdits } from "../formats/merge-edits.ts";
import { containsPath, pathsOverlap } from "../formats/values.ts";
import { labelOf } from "../forms/field-values.ts";
import { isShownBySource } from "../forms/problems.ts";
import { type ChangeSummary, describeChange } from "../history/describe-change.ts";
import type { FileChange, openHistory } from "../history/history.ts";
import type * as api from "./api-types.ts";
import { createJudge, pathsOf, type Services } from "./judge-edits.ts";

export type SaveResult = { saved: api.Saved } | { savedAsDraft: api.SavedAsDraft } | { conflict: api.Conflict };

/** Reads forms, checks edits and saves them to the file, as a draft, or not at all when another change conflicts. */
export function createSaver(services: Services, history: ReturnType<typeof openHistory>) {
  const { store, drafts, now } = services;
  const { judge, judgeWithDay, textsWith } = createJudge(services);

  function form(file: string): api.Form {
    const { text, version } = store.read(file);
    const values = readValues(file, text);
    return {
      ...store.placeOf(file),
      version,
      fields: store.fields(file),
      values: values ?? {},
      notes: { ...(values && readNotes(file, text)), ...(file === "studio.yaml" && endedNotice()) },
      problems: store
        .currentCheck()
        .problems.filter((one) => one.file === file && (one.blocking || !isShownBySource(one))),
      drafts: drafts.list(file).map((draft) => ({
        ...draft,
        label: labelOf(store.fields(file), values, draft.path),
        problems: check(draft),
      })),
    };
  }

  /** Says so at a notice that visitors no longer see. */
  function endedNotice(): api.Form["notes"] {
    const { studio } = store.validContent() ?? {};
    if (!studio?.notice?.text || !studio.notice.until || currentNotice(studio, now().getTime())) return {};
    const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(
      new Date(studio.notice.until),
    );
    return { "notice/text": `This notice ended on ${day}. Visitors no longer see it.` };
  }

  /** A problem that shows at another field is also the reason why this one is refused, and is said here. */
  function sayHere(problem: api.Problem, file: string, edits: api.Edit[]): api.Problem {
    const here = edits[0]?.path ?? "";
    if (problem.file === file && pathsOf(edits).some((path) => pathsOverlap(path, problem.path))) return problem;
    const place = problem.file === file ? problem.label : `${problem.title}, ${problem.label}`;
    const message = `${place}: ${problem.message.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase())}`;
    const label = labelOf(store.fields(file), store.values(file), here);
    const { suggestion: _, ...rest } = problem;
    return { ...rest, file, title: store.titleOf(file), path: here, label, message };
  }

  /** Returns the problems at the edited fields, whether they block a save or not. */
  function check({ file, edits }: api.CheckRequest): api.Problem[] {
    const { problems, blocking } = judge(file, edits);
    const atFields = problems.filter(
      (one) => one.file === file && pathsOf(edits).some((path) => containsPath(path, one.path)),
    );
    return [...new Set([...blocking, ...atFields])]
      .filter((one) => one.blocking || !isShownBySource(one))
      .map((one) => (blocking.includes(one) ? sayHere(one, file, edits) : one));
  }

  /** A `picture` is saved in the same step as the edits that describe it, and never becomes a draft. */
  function save(request: api.SaveRequest, picture?: { file: FileChange; summary: ChangeSummary }): SaveResult {
    const { file } = request;
    const source = store.read(file);
    const fields = store.fields(file);
    const values = readValues(file, source.text);
    let { edits } = request;
    if (request.version !== source.version) {
      const merged = mergeEdits(fields, valuesOf(file, request.version), values, edits);
      if (merged.bothChanged.length) {
        const [at, title] = [history.changedAt(file), store.titleOf(file)];
        return { conflict: { file, title, at, version: source.version, form: form(file), ...merged } };
      }
      edits = merged.mine;
    }
    const { texts, blocking, drafts: included } = judgeWithDay(file, edits);
    if (blocking.length) {
      const problems = blocking.map((one) => sayHere(one, file, edits));
      const path = edits[0]?.path ?? "";
      if (!picture) drafts.put({ file, path, edits });
      return { savedAsDraft: { problems, path } };
    }
    const changes = [...texts].flatMap(([name, text]): FileChange[] => {
      const before = store.read(name);
      return text === before.text ? [] : [{ file: name, before: before.bytes, after: Buffer.from(text) }];
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
    const summary = picture?.summary ?? describeChange(fields, values, after, edits);
    const change = history.write(
      {
        id: randomUUID(),
        at: now().toISOString(),
        ...store.placeOf(file),
        ...summary,
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
    const text = history.textOf(version);
    return text === undefined ? undefined : readValues(file, text);
  }

  return { form, check, save, textsWith, valuesOf };
}

export type Saver = ReturnType<typeof createSaver>;
