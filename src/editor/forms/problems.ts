import type { Content } from "../../content/content.ts";
import type { Texts } from "../../content/content-folder.ts";
import { ContentError, type ContentProblem } from "../../content/content-problems.ts";
import { type LaunchItem, listLaunchItems, stopsPublishing } from "../../content/launch/launch-check.ts";
import { readContent } from "../../content/read-content.ts";
import { isPublic } from "../../settings/site-address.ts";
import { keysOf, pathsOverlap, valueAt } from "../formats/values.ts";
import type { Field, Key, Problem } from "../vocabulary.ts";
import { labelOf, nearestField } from "./field-values.ts";
import { mistakeMessage } from "./messages.ts";

/** What the messages about a file need to know of it. */
export interface FileContext {
  title: string;
  fields: Field[];
  values: unknown;
}

export interface ContentCheck {
  problems: Problem[];
  /** Undefined while a file has a mistake. */
  content: Content | undefined;
}

/** Checks the folder with the given texts in place of its files, with the same checks as the build. */
export function createContentChecker(
  folder: string,
  siteUrl: string,
  describeFile: (file: string, texts: Texts) => FileContext | undefined,
) {
  return function checkContent(texts: Texts = new Map()): ContentCheck {
    const contexts = new Map<string, FileContext | undefined>();
    const contextOf = (file: string) => {
      if (!contexts.has(file)) contexts.set(file, describeFile(file, texts));
      return contexts.get(file);
    };
    try {
      const content = readContent(folder, texts);
      const launched = Boolean(content.studio.launched) && isPublic(siteUrl);
      return { content, problems: listLaunchItems(content).map((item) => fromLaunchItem(item, launched)) };
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      return { content: undefined, problems: error.problems.map(fromMistake) };
    }

    function locate(file: string, keys: Key[]) {
      const { title = file, fields = [], values } = contextOf(file) ?? {};
      const { path, field } = nearestField(fields, keys, values);
      return { place: { file, title, path, label: labelOf(fields, values, path) }, field, values };
    }

    function fromMistake(mistake: ContentProblem): Problem {
      const { place, field } = locate(mistake.file, parseFieldPath(mistake.field ?? ""));
      const message = mistakeMessage(mistake, field);
      return { ...place, kind: "mistake", code: mistake.code, message, blocking: true };
    }

    function fromLaunchItem(item: LaunchItem, launched: boolean): Problem {
      const { place, field, values } = locate(item.file, parseFieldPath(item.field));
      const { code, params } = item;
      const described = { ...place, code, message: mistakeMessage(item, field) };
      // It is shown at its field and in the list of what to fix, but stops nothing.
      if (code === "not_offered") return { ...described, kind: "mistake", blocking: false };
      // A claim that waits for its question stops only a launched site. One that is never allowed is refused at once.
      if (code !== "claim") {
        const shownBySource = code === "sample" || code === "proposed";
        // A client's words wait for their consent, before the launch too.
        const blocking = code === "review_without_consent" || (launched && stopsPublishing(item));
        return { ...described, kind: "launch", blocking, ...(shownBySource && { shownBySource }) };
      }
      const value = valueAt(values, keysOf(place.path));
      const suggestion =
        params.instead && !field?.quotation && typeof value === "string"
          ? value.replace(params.phrase, params.instead)
          : undefined;
      return { ...described, kind: "claim", blocking: true, ...(suggestion && { suggestion }) };
    }
  };
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
