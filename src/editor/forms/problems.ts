import type { Content } from "../../content/content.ts";
import type { Texts } from "../../content/content-folder.ts";
import { ContentError, type ContentProblem } from "../../content/content-problems.ts";
import { type LaunchItem, listLaunchItems, stopsPublishing } from "../../content/launch/launch-check.ts";
import { readContent } from "../../content/read-content.ts";
import { pathsOverlap } from "../formats/values.ts";
import type { Field, FieldPlace, Key, Problem } from "../vocabulary.ts";
import { mistakeMessage } from "./messages.ts";

/** What a check has found: mistakes, or once there are none the content and what is left before its launch. */
export type Findings = { content: Content; found: LaunchItem[] } | { content: undefined; found: ContentProblem[] };

/** Checks the folder with the given texts in place of its files, with the same checks as the build. */
export function checkFolder(folder: string, texts?: Texts): Findings {
  try {
    const content = readContent(folder, texts);
    return { content, found: listLaunchItems(content) };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return { content: undefined, found: [...error.problems] };
  }
}

/** The field that a problem is about, with its value in the file that has the problem. */
export interface ProblemPlace {
  place: FieldPlace;
  field: Field | undefined;
  value: unknown;
}

/** Says a problem at its field. A launched site may not become what the launch check refuses. */
export function describeProblem(
  problem: ContentProblem | LaunchItem,
  { place, field, value }: ProblemPlace,
  launched: boolean,
): Problem {
  const { code, params } = problem;
  const described = { ...place, code, message: mistakeMessage(problem, field) };
  if (!("group" in problem)) return { ...described, kind: "mistake", blocking: true };
  // It is shown at its field and in the list of what to fix, but stops nothing.
  if (code === "not_offered") return { ...described, kind: "mistake", blocking: false };
  // A claim that waits for its question stops only a launched site. One that is never allowed is refused at once.
  if (code !== "claim") {
    const shownBySource = code === "sample" || code === "proposed";
    // A client's words wait for their consent, before the launch too.
    const blocking = code === "review_without_consent" || (launched && stopsPublishing(problem));
    return { ...described, kind: "launch", blocking, ...(shownBySource && { shownBySource }) };
  }
  const suggestion =
    params.instead && !field?.quotation && typeof value === "string"
      ? value.replace(params.phrase, params.instead)
      : undefined;
  return { ...described, kind: "claim", blocking: true, ...(suggestion && { suggestion }) };
}

/** Converts paths[2].treatments[4].slug, counted from one, to keys counted from zero. */
export const parseFieldPath = (field: string): Key[] =>
  [...field.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, at, name]) => (at ? Number(at) - 1 : (name ?? "")));

/** The blocking problems that a change causes. Earlier problems count only when they are at an edited field. */
export function newBlockingProblems(before: Problem[], after: Problem[], file: string, paths: string[]): Problem[] {
  // It hides all others, so nothing could be said of the change.
  const outdated = after.filter(({ code }) => code === "file_outdated");
  if (outdated.length) return outdated;
  const identityOf = (one: Problem) => `${one.file}\n${one.path}\n${one.kind === "claim" ? one.message : one.kind}`;
  const old = new Set(before.map(identityOf));
  const touched = (one: Problem) => one.file === file && paths.some((path) => pathsOverlap(path, one.path));
  return after.filter((one) => one.blocking && (!old.has(identityOf(one)) || (touched(one) && one.path !== "")));
}
