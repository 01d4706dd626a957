import type { ContentValue } from "./content-values.ts";
import type { ClaimRules } from "./schemas/studio-schemas.ts";

type Rule = Exclude<ClaimRules["forbidden"][number], string> & { at?: string[] };

/** Finds claims that may not be published in the file and field where they are written. */
export function findClaims(
  texts: ContentValue<string>[],
  { forbidden, inPlace }: Pick<ClaimRules, "forbidden" | "inPlace">,
) {
  const rules: Rule[] = [...forbidden.map((rule) => (typeof rule === "string" ? { say: rule } : rule)), ...inPlace];
  // The editor checks thousands of texts for every word that is typed, and hardly one contains any of the phrases.
  const any = phrasePattern(rules.map(({ say }) => say));
  return texts.flatMap((entry) => {
    // The address of a page is not read as a sentence.
    if (!any.test(entry.value) || /^\/\S*$/.test(entry.value)) return [];
    return rules.flatMap(({ say, unless = [], at = [], why, instead }) => {
      if (at.includes(`${entry.file} ${entry.field}`)) return [];
      const rest = unless.length ? entry.value.replaceAll(phrasePattern(unless, "gi"), " ") : entry.value;
      const [phrase] = rest.match(phrasePattern([say])) ?? [];
      return phrase ? [{ ...entry, phrase, why, instead }] : [];
    });
  });
}

/** "melt* fat" finds "melts fat" and "melting-fat"; "FDA ... cleared" allows anything between. Words match whole. */
function phrasePattern(phrases: string[], flags = "i"): RegExp {
  const patterns = phrases.map((phrase) =>
    phrase
      .replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")
      .replace(/\s*\\\.\\\.\\\.\s*/g, ".*")
      .replaceAll("\\*", "\\w*")
      .replace(/\s+/g, "[\\s-]*"),
  );
  return new RegExp(`(?<!\\w)(?:${patterns.join("|")})(?!\\w)`, flags);
}
