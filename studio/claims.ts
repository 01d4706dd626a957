import type { Claims } from "./schemas.ts";
import type { Place } from "./words.ts";

export interface Claim extends Place<string> {
  words: string;
  /** Why it may not be said, and what may be said in its place. */
  why?: string | undefined;
  instead?: string | undefined;
}

/** The claims among these words that may not be published where they stand. */
export function findClaims(words: Place<string>[], { forbidden, inPlace }: Claims): Claim[] {
  const rules: {
    say: RegExp;
    unless: RegExp[];
    at: string[];
    why?: string | undefined;
    instead?: string | undefined;
  }[] = [
    ...forbidden.map((rule) =>
      typeof rule === "string"
        ? { say: expression(rule), unless: [], at: [] }
        : { ...rule, say: expression(rule.say), unless: (rule.unless ?? []).map(expression), at: [] },
    ),
    ...inPlace.map(({ say, at }) => ({ say: expression(say), unless: [], at })),
  ];
  return words.flatMap((place) => {
    const here = `${place.file} ${place.field}`;
    return rules.flatMap(({ say, unless, at, why, instead }) => {
      if (at.includes(here)) return [];
      const allowed = unless.reduce((text, phrase) => text.replace(phrase, ""), place.value);
      const found = say.exec(allowed)?.[0];
      return found ? [{ ...place, words: found, ...(why && { why }), ...(instead && { instead }) }] : [];
    });
  });
}

/** Which delicate words each file holds, for a person to read once more. */
export function findDelicate(words: Place<string>[], { delicate }: Claims): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { file, value } of words) {
    for (const phrase of delicate) {
      for (const [word] of value.toLowerCase().matchAll(new RegExp(expression(phrase), "gi"))) {
        const known = found.get(file) ?? [];
        if (!known.includes(word)) found.set(file, [...known, word]);
      }
    }
  }
  return found;
}

/** "melt* fat" finds melts fat and melting-fat; "FDA ... cleared" finds both with anything between. Words are whole. */
function expression(phrase: string): RegExp {
  const pattern = phrase
    .replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
    .replace(/\s*\\\.\\\.\\\.\s*/g, ".*")
    .replaceAll("\\*", "\\w*")
    .replace(/\s+/g, "[\\s-]*");
  return new RegExp(`(?<!\\w)${pattern}(?!\\w)`, "i");
}
