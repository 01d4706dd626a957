import { isPublic } from "../settings/site-address.ts";
import type { Content } from "../studio/files.ts";
import { type LaunchItem, launchItems } from "../studio/launch.ts";
import { ContentError, type Mistake } from "../studio/mistakes.ts";
import { type Overlay, readContent } from "../studio/read.ts";
import { pathAtLine } from "./content-file.ts";
import { labelOf, nearestField } from "./each-value.ts";
import type { Field, Key, Problem } from "./shapes.ts";
import { keysOf, valueAt } from "./values.ts";
import { claimInWords, mistakeInWords } from "./wording.ts";

/** What a file is to who edits it. */
export interface KnownFile {
  title: string;
  fields: Field[];
  text: string;
  values: unknown;
}

export interface Judgement {
  problems: Problem[];
  /** Undefined while a file has a mistake. */
  content: Content | undefined;
}

/** Judges the folder as it would be with other words laid over it, by the checks of the build and no others. */
export function createJudge(
  folder: string,
  siteUrl: string,
  look: (file: string, texts: Overlay["texts"]) => KnownFile | undefined,
) {
  const known: Overlay["known"] = new Map();

  return function judge(texts: Overlay["texts"] = new Map()): Judgement {
    const looked = new Map<string, KnownFile | undefined>();
    const here = (file: string) => {
      if (!looked.has(file)) looked.set(file, look(file, texts));
      return looked.get(file);
    };
    try {
      const content = readContent(folder, { texts, known });
      const launched = Boolean(content.studio.launched) && isPublic(siteUrl);
      return { content, problems: launchItems(content).map((item) => ofLaunch(item, launched)) };
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      return { content: undefined, problems: error.mistakes.map(ofMistake) };
    }

    function placed(file: string, keys: Key[]) {
      const known = here(file);
      const { path, field } = nearestField(known?.fields ?? [], keys, known?.values);
      return {
        file,
        title: known?.title ?? file,
        path,
        label: labelOf(known?.fields ?? [], known?.values, path),
        field,
        values: known?.values,
      };
    }

    function ofMistake(mistake: Mistake): Problem {
      const known = here(mistake.file);
      const keys = mistake.field
        ? keysOfField(mistake.field)
        : known && mistake.spot
          ? keysOf(pathAtLine(mistake.file, known.text, mistake.spot.line))
          : [];
      const { field, values: _, ...place } = placed(mistake.file, keys);
      return { ...place, kind: "mistake", words: mistakeInWords(mistake, field), stops: true };
    }

    function ofLaunch(item: LaunchItem, launched: boolean): Problem {
      const { field: _, values, ...place } = placed(item.file, keysOfField(item.field));
      if (item.group !== "claims") return { ...place, kind: "launch", words: launchInWords(item), stops: launched };
      const words = claimInWords(item.words ?? "", item.why);
      const now = valueAt(values, keysOf(place.path));
      const better =
        item.instead && item.words && typeof now === "string" ? now.replace(item.words, item.instead) : undefined;
      return { ...place, kind: "claim", words, stops: true, ...(better && { suggestion: better }) };
    }
  };
}

const guess = "Careful guess. Is this so?";

export const launchInWords = ({ message, group }: LaunchItem) =>
  group === "facts"
    ? guess
    : message
        .replace(/^[a-z](?!\S*(:\/\/|@))/, (letter) => letter.toUpperCase())
        .replace(/, then delete its source line/, "");

/** What the line under a fact says already: a guess, or a sample. */
export const saidByItsSource = ({ kind, words }: Problem) =>
  kind === "launch" && (words === guess || / is a sample\. Replace it\.$/.test(words));

/** paths[2].treatments[4].slug as keys. */
export const keysOfField = (field: string): Key[] =>
  [...field.matchAll(/\[(\d+)\]|([^.[\]]+)/g)].map(([, at, name]) => (at ? Number(at) - 1 : (name ?? "")));

/** What a change brings with it: not what was wrong before, unless it stands where she writes. */
export function broughtIn(before: Problem[], after: Problem[], file: string, paths: string[]): Problem[] {
  const is = (one: Problem) => `${one.file}\n${one.path}\n${one.kind === "claim" ? one.words : one.kind}`;
  const old = new Set(before.map(is));
  const touched = (one: Problem) =>
    one.file === file &&
    paths.some((path) => `${one.path}/`.startsWith(`${path}/`) || `${path}/`.startsWith(`${one.path}/`));
  return after.filter((one) => one.stops && (!old.has(is(one)) || (touched(one) && one.path !== "")));
}
