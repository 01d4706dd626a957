import type { Content, PartialContent } from "./content.ts";
import { pageFile, pageNames } from "./pages.ts";
import { type Prose, plainText } from "./schemas/prose.ts";

/** A value in the content, with the file and the field where an owner finds it. */
export interface ContentValue<Value = unknown> {
  file: string;
  field: string;
  value: Value;
}

/** The value of each file, as its schema describes it. A file with a mistake is missing. */
export function listFileValues({ pages: words, treatments, ...content }: PartialContent): [file: string, unknown][] {
  const { studio, site, images, claims, paths, testimonials, results } = content;
  const files: [file: string, unknown][] = [
    ["studio.yaml", studio],
    ["site.yaml", site],
    ["images/images.yaml", images],
    ["claims.yaml", claims],
    ["paths.yaml", paths && { paths }],
    ["testimonials.yaml", testimonials && { testimonials }],
    ["results.yaml", results && { results }],
    ...pageNames.map((name): [string, unknown] => [pageFile(name), words[name]]),
    ...[...treatments].map(([slug, treatment]): [string, unknown] => [`treatments/${slug}.yaml`, treatment]),
  ];
  return files.filter(([, value]) => value !== undefined);
}

/** Lists everything that is shown or settled, from whole records down to single words. */
export function listContentValues(content: Content): ContentValue[] {
  const found: ContentValue[] = [];
  // The editor lists thousands of values for every word that is typed, so each path continues the one around it.
  const walk = (file: string, field: string, value: unknown) => {
    if (typeof value === "object" && value !== null && "parts" in value) {
      const prose = value as Prose;
      found.push({ file, field, value: plainText(prose) });
      for (const part of prose.parts)
        if (typeof part === "object" && "href" in part) found.push({ file, field: `${field} link`, value: part.href });
      return;
    }
    found.push({ file, field, value });
    if (Array.isArray(value)) for (const [at, inner] of value.entries()) walk(file, `${field}[${at + 1}]`, inner);
    else if (typeof value === "object" && value !== null)
      for (const [key, inner] of Object.entries(value)) walk(file, field ? `${field}.${key}` : key, inner);
  };
  for (const [file, value] of listFileValues(content)) if (file !== "claims.yaml") walk(file, "", value);
  return found;
}

/** Lists every string a visitor may read. Launch questions, their answers and the delivered samples are never shown. */
export function listVisibleTexts(content: Content, values = listContentValues(content)): ContentValue<string>[] {
  return values.filter(
    (entry): entry is ContentValue<string> =>
      typeof entry.value === "string" &&
      !/^(gates|rules|sampleNames|mark|colours)\b/.test(entry.field) &&
      !/(^|\.)(id|path|picture|slug|source|suitabilityIs|ink|glow|(gates|for|words)\[\d+\])$/.test(entry.field),
  );
}
