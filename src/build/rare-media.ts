/** Paper, forced colours and other preferences: one sheet for all pages, which only those who need it wait for. */
export const rareMedia = "print,(forced-colors:active),(prefers-contrast:more),(prefers-reduced-motion:reduce)";

const rareQuery =
  /^@media (print|\((forced-colors: ?active|prefers-contrast: ?more|prefers-reduced-motion: ?reduce)\))$/;

/**
 * Splits a minified sheet. The rules for rare media leave it with the layers and rules around them, since the styles are
 * in every page, where each byte counts.
 */
export function splitRareMedia(css: string): { style: string; rare: string } {
  let style = "";
  let rare = "";
  let at = 0;
  while (at < css.length) {
    const open = css.indexOf("{", at);
    const end = css.indexOf(";", at);
    if (open < 0 || (end >= 0 && end < open)) {
      const next = end < 0 ? css.length : end + 1;
      style += css.slice(at, next);
      at = next;
      continue;
    }
    const close = blockEnd(css, open);
    const prelude = css.slice(at, open);
    const body = css.slice(open + 1, close);
    if (rareQuery.test(prelude)) rare += css.slice(at, close + 1);
    else {
      const inner = splitRareMedia(body);
      style += inner.rare ? inner.style && `${prelude}{${inner.style}}` : css.slice(at, close + 1);
      rare += inner.rare && `${prelude}{${inner.rare}}`;
    }
    at = close + 1;
  }
  return { style, rare };
}

/** The position of the brace that closes the block. Minified sheets have no braces in texts. */
function blockEnd(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at++) {
    if (css[at] === "{") depth++;
    if (css[at] === "}" && --depth === 0) return at;
  }
  throw new Error(`A style sheet has a block that does not end: ${css.slice(open, open + 60)}`);
}
