/**
 * A link to the desk is a secret, even while the desk is turned off, and however it is written: with two slashes, in
 * capitals or percent-encoded.
 */
export function mayBeKey(path: string): boolean {
  const decoded = path.replace(/%([2-7][\da-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return /desk/i.test(decoded);
}

/** Each page has one address: lower case, single slashes, no extension. */
export function canonicalPath(path: string): string {
  return path
    .toLowerCase()
    .replace(/\/{2,}/g, "/")
    .replace(/\/index\.html$|(?<=[^/])\.html$/, "")
    .replace(/(?<=.)\/$/, "")
    .replace(/^$/, "/");
}
