import type { Content } from "./content.ts";
import { formatFieldPath } from "./content-problems.ts";
import { pageNames, pages } from "./pages.ts";
import { type Prose, plainText } from "./schemas/prose.ts";

/** A value in the content, with the file and the field where an owner finds it. */
export interface ContentValue<Value = unknown> {
  file: string;
  field: string;
  value: Value;
}

/** Lists everything in the content, from whole records down to single words. */
export function listContentValues({ pages: words, treatments, ...rest }: Content): ContentValue[] {
  const found: ContentValue[] = [];
  const walk = (file: string, keys: (string | number)[], value: unknown) => {
    if (typeof value === "object" && value !== null && "parts" in value) {
      found.push({ file, field: formatFieldPath(keys), value: plainText(value as Prose) });
      for (const href of linkTargets(value as Prose))
        found.push({ file, field: `${formatFieldPath(keys)} link`, value: href });
      return;
    }
    found.push({ file, field: formatFieldPath(keys), value });
    if (typeof value !== "object" || value === null) return;
    const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
    for (const [key, inner] of entries) walk(file, [...keys, key], inner);
  };
  walk("studio.yaml", [], rest.studio);
  walk("site.yaml", [], rest.site);
  walk("images/images.yaml", [], rest.images);
  for (const name of ["paths", "testimonials", "results"] as const) walk(`${name}.yaml`, [name], rest[name]);
  for (const name of pageNames) if (words[name]) walk(pages[name].file, [], words[name]);
  for (const [slug, treatment] of treatments) walk(`treatments/${slug}.md`, [], treatment);
  return found;
}

/** Lists every string a visitor may read. Launch questions, their answers and the delivered samples are never shown. */
export function listVisibleTexts(content: Content): ContentValue<string>[] {
  return listContentValues(content).filter(
    (entry): entry is ContentValue<string> =>
      typeof entry.value === "string" &&
      !/^(gates|sampleNames|mark|colours)\b/.test(entry.field) &&
      !/(^|\.)(id|path|picture|slug|source|suitabilityIs|ink|glow)$/.test(entry.field),
  );
}

const linkTargets = ({ parts }: Prose) =>
  parts.flatMap((part) => (typeof part === "object" && "href" in part ? [part.href] : []));
