import type { ContentValue } from "./content-values.ts";
import type { ClaimRules } from "./schemas/studio-schemas.ts";

export interface Claim extends ContentValue<string> {
  phrase: string;
  /** Why it may not be said, and what may be said in its place. */
  why?: string | undefined;
  instead?: string | undefined;
}

/** The claims among these words that may not be published where they stand. */
export function findClaims(texts: ContentValue<string>[], { forbidden, inPlace }: ClaimRules): Claim[] {
  const rules: {
    say: RegExp;
    unless: RegExp[];
    at: string[];
    why?: string | undefined;
    instead?: string | undefined;
  }[] = [
    ...forbidden.map((rule) =>
      typeof rule === "string"
        ? { say: phrasePattern(rule), unless: [], at: [] }
        : { ...rule, say: phrasePattern(rule.say), unless: (rule.unless ?? []).map(phrasePattern), at: [] },
    ),
    ...inPlace.map(({ say, at }) => ({ say: phrasePattern(say), unless: [], at })),
  ];
  return texts.flatMap((entry) => {
    const location = `${entry.file} ${entry.field}`;
    return rules.flatMap(({ say, unless, at, why, instead }) => {
      if (at.includes(location)) return [];
      const allowed = unless.reduce((text, phrase) => text.replace(phrase, ""), entry.value);
      const found = say.exec(allowed)?.[0];
      return found ? [{ ...entry, phrase: found, ...(why && { why }), ...(instead && { instead }) }] : [];
    });
  });
}

/** Which delicate words each file holds, for a person to read once more. */
export function findDelicate(texts: ContentValue<string>[], { delicate }: ClaimRules): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { file, value } of texts) {
    for (const phrase of delicate) {
      for (const [match] of value.toLowerCase().matchAll(new RegExp(phrasePattern(phrase), "gi"))) {
        const matches = found.get(file) ?? [];
        if (!matches.includes(match)) found.set(file, [...matches, match]);
      }
    }
  }
  return found;
}

/** "melt* fat" finds melts fat and melting-fat; "FDA ... cleared" finds both with anything between. Words are whole. */
function phrasePattern(phrase: string): RegExp {
  const pattern = phrase
    .replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
    .replace(/\s*\\\.\\\.\\\.\s*/g, ".*")
    .replaceAll("\\*", "\\w*")
    .replace(/\s+/g, "[\\s-]*");
  return new RegExp(`(?<!\\w)${pattern}(?!\\w)`, "i");
}
