import type { ContentValue } from "./content-values.ts";
import type { ClaimRules } from "./schemas/studio-schemas.ts";

export interface Claim extends ContentValue<string> {
  phrase: string;
  /** The reason why the phrase is not allowed, and what to write instead. */
  why?: string | undefined;
  instead?: string | undefined;
}

/** Finds claims that may not be published in the file and field where they are written. */
export function findClaims(
  texts: ContentValue<string>[],
  { forbidden, inPlace }: Pick<ClaimRules, "forbidden" | "inPlace">,
): Claim[] {
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
        : {
            ...rule,
            say: phrasePattern(rule.say),
            unless: (rule.unless ?? []).map((one) => phrasePattern(one)),
            at: [],
          },
    ),
    ...inPlace.map(({ say, at }) => ({ say: phrasePattern(say), unless: [], at })),
  ];
  // The editor checks thousands of texts for every word that is typed, and hardly one contains any of the phrases.
  const phrases = forbidden.flatMap((rule) => (typeof rule === "string" ? [rule] : [rule.say, ...(rule.unless ?? [])]));
  const any = phrasePattern(...phrases, ...inPlace.map(({ say }) => say));
  return texts.flatMap((entry) => {
    // The address of a page is not read as a sentence.
    if (!any.test(entry.value) || /^\/\S*$/.test(entry.value)) return [];
    const location = `${entry.file} ${entry.field}`;
    return rules.flatMap(({ say, unless, at, why, instead }) => {
      if (at.includes(location)) return [];
      const allowed = unless.reduce((text, phrase) => text.replaceAll(new RegExp(phrase, "gi"), " "), entry.value);
      const found = say.exec(allowed)?.[0];
      return found ? [{ ...entry, phrase: found, ...(why && { why }), ...(instead && { instead }) }] : [];
    });
  });
}

/** "melt* fat" finds "melts fat" and "melting-fat"; "FDA ... cleared" allows anything between. Words match whole. */
function phrasePattern(...phrases: string[]): RegExp {
  const patterns = phrases.map((phrase) =>
    phrase
      .replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
      .replace(/\s*\\\.\\\.\\\.\s*/g, ".*")
      .replaceAll("\\*", "\\w*")
      .replace(/\s+/g, "[\\s-]*"),
  );
  return new RegExp(`(?<!\\w)(?:${patterns.join("|")})(?!\\w)`, "i");
}
