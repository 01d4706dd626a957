/** Marks a link on the page it leads to, and on the pages below that. */
export function ariaCurrent(path: string, to: string) {
  if (path === to) return "page";
  return to !== "/" && path.startsWith(`${to}/`) ? "true" : undefined;
}
