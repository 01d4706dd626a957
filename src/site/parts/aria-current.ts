/** How a link is marked on the page it leads to, and on the pages beneath that. */
export function ariaCurrent(path: string, to: string) {
  if (path === to) return "page";
  return to !== "/" && path.startsWith(`${to}/`) ? "true" : undefined;
}
