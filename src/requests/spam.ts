import type { ConsultationRequest } from "./request.ts";

const link = /https?:\/\/|(?<!\/\/)\bwww\./gi;

/** What those write who sell to websites, and no client of a studio. One alone may be a client's own trade. */
const knownWords = [
  "backlinks?",
  "seo",
  "guest posts?",
  "domain authority",
  "rank(?:ing)? (?:your|#1|number one)",
  "web traffic",
  "casinos?",
  "viagra",
  "cialis",
  "bitcoin",
  "crypto(?:currency)?",
  "forex",
  "payday loans?",
  "sex cams?",
].map((word) => new RegExp(`\\b${word}\\b`, "i"));

/**
 * Whether a request reads like an advertisement: three links, or two of the known words, and no treatment of the studio
 * anywhere. Where the treatments are not known, whatever stands in the field counts as one.
 */
export function isAdvertisement({ name, treatment, message }: ConsultationRequest, treatments?: string[]): boolean {
  const text = [name, treatment, message].join("\n");
  const isNamed = treatments
    ? treatments.some((wanted) => text.toLowerCase().includes(wanted.toLowerCase()))
    : treatment !== "";
  if (isNamed) return false;
  return (text.match(link)?.length ?? 0) >= 3 || knownWords.filter((word) => word.test(text)).length >= 2;
}
