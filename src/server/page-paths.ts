/**
 * What may be logged of a wrong address: the words of the site's own addresses. Any other part may be a name that
 * somebody typed, or the secret in a link to the desk.
 */
export function withOwnWords(path: string, ownWords: Set<string>): string {
  const parts = path.split("/", 9).slice(1);
  return `/${parts.map((part) => (ownWords.has(part) ? part : "…")).join("/")}`;
}

export const wordsOf = (paths: Iterable<string>): Set<string> => new Set([...paths].flatMap((path) => path.split("/")));

/** Each page has one address: lower case, single slashes, no extension. */
export function canonicalPath(path: string): string {
  return path
    .toLowerCase()
    .replace(/\/{2,}/g, "/")
    .replace(/\/index\.html$|(?<=[^/])\.html$/, "")
    .replace(/(?<=.)\/$/, "")
    .replace(/^$/, "/");
}
