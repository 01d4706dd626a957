import type { Content } from "./content.ts";
import type { Treatment } from "./schemas/treatment-schema.ts";

/**
 * Lists why a treatment is not offered: its own switch, or the owner's no to a question that it names. A question
 * without an answer takes nothing off; the launch waits for it instead.
 */
export function offerBlockers({ studio }: Pick<Content, "studio">, { notOffered, gates }: Treatment): string[] {
  return [...(notOffered ? ["its file says notOffered"] : []), ...declined(studio, gates)];
}

const declined = ({ gates }: Content["studio"], ids: string[]) =>
  ids.filter((id) => gates[id]?.offer === false).map((id) => `${id} says "offer: no"`);

/** Lists the treatments that are offered, by their slugs. */
export function listOffered(content: Pick<Content, "studio" | "treatments">): Set<string> {
  const offered = [...content.treatments.values()].filter((treatment) => !offerBlockers(content, treatment).length);
  return new Set(offered.map(({ slug }) => slug));
}

/** Whether what has no page of its own, such as an item of a list, waits for no question that was answered with no. */
export const mayBeShown = ({ studio }: Pick<Content, "studio">, { gates = [] }: { gates?: string[] | undefined }) =>
  !declined(studio, gates).length;

/** Leaves out of a text every sentence that names a treatment which is not offered. */
export function offeredSentences({ treatments }: Pick<Content, "treatments">, offered: Set<string>) {
  const slugsByName = new Map<string, string[]>();
  for (const [slug, { name, alternateName, words }] of treatments) {
    for (const known of [name, ...(alternateName?.split(", ") ?? []), ...words]) {
      const key = normalise(known);
      slugsByName.set(key, [...(slugsByName.get(key) ?? []), slug]);
    }
  }
  // The longest name comes first, so that "RF microneedling" is not taken for "microneedling".
  const names = [...slugsByName.keys()].sort((a, b) => b.length - a.length).map(toPattern);
  const anyName = new RegExp(`(?<!\\w)(?:${names.join("|") || "(?!)"})(?!\\w)`, "gi");
  const isOffered = (name: string) => slugsByName.get(normalise(name))?.some((slug) => offered.has(slug));
  return (text: string): string =>
    text
      .split(/(?<=[.!?]) (?=[A-Z"“])/)
      .filter((sentence) => [...sentence.matchAll(anyName)].every(([name]) => isOffered(name)))
      .join(" ");
}

const normalise = (name: string) => name.toLowerCase().replace(/[\s-]+/g, " ");
const toPattern = (name: string) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll(" ", "[\\s-]+");

/** Keys whose values no visitor reads as words. */
const notWords = new Set(["id", "path", "picture", "slug", "source", "to", "before", "after", "drawing", "updated"]);

/** Applies a filter to every text within a value. A list entry that loses one of its texts is left out. */
export function filterTexts<Value>(value: Value, keep: (text: string) => string): Value {
  const filter = (inner: unknown): unknown => {
    if (typeof inner === "string") return keep(inner);
    if (Array.isArray(inner)) return inner.map(filter).filter((item) => item !== "" && !hasEmptyText(item));
    if (typeof inner !== "object" || inner === null) return inner;
    return Object.fromEntries(
      Object.entries(inner).map(([key, item]) => [key, notWords.has(key) ? item : filter(item)]),
    );
  };
  return filter(value) as Value;
}

// The schemas allow no empty text, so an empty one was emptied by the filter.
const hasEmptyText = (item: unknown) =>
  typeof item === "object" &&
  item !== null &&
  Object.values(item).some((text) => text === "" || (text?.parts as unknown[] | undefined)?.length === 0);

/** Stands for a line of the version that is not shown. */
const untrue = Symbol("untrue");

/**
 * Keeps the one version of a treatment's text that is true. A line that begins "If it pierces:" or "If it does not
 * pierce:" is shown in that version alone, without these words. Until the owner has answered, it counts as piercing,
 * because that version warns of more.
 */
export function chooseVersion({ body, version = "pierces" }: Pick<Treatment, "body" | "version">): Treatment["body"] {
  const choose = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(choose).filter((item) => item !== untrue);
    if (typeof value !== "object" || value === null) return value;
    if ("parts" in value && Array.isArray(value.parts)) {
      const [first, ...rest] = value.parts;
      const [, condition, text = ""] = /^If it (pierces|does not pierce): (.*)$/s.exec(String(first)) ?? [];
      if (!condition) return value;
      return condition === version
        ? { parts: [text.replace(/^./, (letter) => letter.toUpperCase()), ...rest] }
        : untrue;
    }
    const entries = Object.entries(value).map(([key, item]): [string, unknown] => [key, choose(item)]);
    return entries.some(([, item]) => item === untrue) ? untrue : Object.fromEntries(entries);
  };
  return choose(body) as Treatment["body"];
}
