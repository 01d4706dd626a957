/** Part of an address: lowercase letters, digits and hyphens. It names a path or a treatment's file. */
export const slugPattern = /^[a-z0-9]+(-[a-z0-9]+)*$/;

/** The slug that these words suggest: "Crème Peel" is creme-peel. */
export const toSlug = (words: string): string =>
  words
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
