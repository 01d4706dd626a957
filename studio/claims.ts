import type { Place } from "./words.ts";

/**
 * What advertising law in Canada does not let this studio say, or what it could not prove: Food and Drugs Act
 * ss. 3 and 20, Competition Act s. 74.01.
 */
const forbidden = [
  /\bcur(e|es|ed|ing)\b/i,
  /\bguarante\w*/i,
  /\bpermanent(ly)?\b(?! makeup)/i,
  /\bmiracle\b/i,
  /\brisk[- ]free\b/i,
  /\bno (risks?|side[- ]effects?|pain)\b/i,
  /\b100 ?%/i,
  /\bdetox\w*/i,
  /\btoxins?\b/i,
  /\b(melt|burn|dissolv)\w* fat\b/i,
  /\binch(es)?[- ]loss\b/i,
  /\blose inches\b/i,
  /\bweight[- ]loss\b/i,
  /\bnon-?surgical (face|neck|eye|brow) ?lift\b/i,
  /\bblepharoplasty\b/i,
  /\b(FDA|Health Canada)[- ](approved|certified|endorsed)\b/i,
  /\bapproved by (the )?(FDA|Health Canada)\b/i,
  /\b(clinically|medically|scientifically) proven\b/i,
  /\bsafe for (all|every)\b/i,
  /\bbest (clinic|studio|results|in)\b/i,
  /#1\b/i,
  /\b(regenerat|rejuvenat)es? (cells|DNA|tissue)\b/i,
  /\bstem cells?\b/i,
  /\bdoctor-(led|grade)\b/i,
  /\bpharmaceutical[- ]grade\b/i,
  /\banti-?inflammatory treatment\b/i,
];

/** Words of the specification that are claims anywhere but in these places. */
const inPlace: [claim: RegExp, places: string[]][] = [
  [
    /\bpainless/i,
    ["dermaplaning", "bioflex-laser", "mesogold"].map((slug) => `content/treatments/${slug}.md comfort.value`),
  ],
  [
    /\bimmediate/i,
    [
      "content/treatments/jetpeel.md comfort.value",
      "content/treatments/geneox.md comfort.value",
      "content/treatments/plasma-pen.md timeline.value",
      "content/treatments/plasma-pen.md timeline.key",
    ],
  ],
  [
    /\bhealing\b/i,
    [
      "content/paths.yaml paths[2].title",
      // The same title in a sentence.
      "content/pages/treatments.yaml description",
      "content/treatments/plasma-pen.md downtime.value",
      // A warning, not a promise.
      "content/pages/treatment.yaml before.core[4]",
    ],
  ],
  [
    /\b(FDA|Health Canada)\b.*\b(cleared|licensed)\b/i,
    ["content/treatments/bioflex-laser.md body.whatIs.paragraphs[1]"],
  ],
];

/** Allowed, but worth a second look: these words slide into medical claims. */
const delicate = /\b(treats?|heals?|boosts?|stimulates?|collagen|circulation|immune|lymph\w*)\b/gi;

export interface Claim extends Place<string> {
  words: string;
}

/** The claims among these words that may not be published where they stand. */
export function findClaims(words: Place<string>[]): Claim[] {
  return words.flatMap((place) => {
    const here = `${place.file} ${place.field}`;
    const misplaced = inPlace.flatMap(([claim, places]) => (places.includes(here) ? [] : [claim]));
    return [...forbidden, ...misplaced].flatMap((claim) => {
      const found = claim.exec(place.value);
      return found ? [{ ...place, words: found[0] }] : [];
    });
  });
}

/** Which delicate words each file holds, for a person to read once more. */
export function findDelicate(words: Place<string>[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { file, value } of words) {
    for (const [word] of value.toLowerCase().matchAll(delicate)) {
      const known = found.get(file) ?? [];
      if (!known.includes(word)) found.set(file, [...known, word]);
    }
  }
  return found;
}
