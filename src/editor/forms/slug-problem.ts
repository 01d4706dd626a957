import { slugPattern, toSlug } from "../../content/slug.ts";

/** Proposes an address from the name of a new treatment. */
export const proposeSlug = (name: string) => toSlug(name);

/** Why the address of a new treatment cannot end with this, in words for the owner. The browser asks it too. */
export function slugProblem(slug: string, taken: readonly string[]): string | undefined {
  if (taken.includes(slug)) return `/treatments/${slug} is the address of another treatment.`;
  if (slug.length > 60) return "Its address has room for sixty letters.";
  return slugPattern.test(slug)
    ? undefined
    : "Its address may have only small letters, digits and hyphens, like lactic-peel.";
}
