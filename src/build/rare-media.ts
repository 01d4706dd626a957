/**
 * Paper, dark, forced colours, other preferences and no script: one sheet for all pages, which only those who need it wait
 * for. What only the navigation script needs (`scripting: enabled`), and what a mouse does (`hover`), is in it too: that
 * script turns it on for everybody.
 */
export const rareMedia =
  "print,(forced-colors:active),(prefers-color-scheme:dark),(prefers-contrast:more),(prefers-reduced-motion:reduce),(scripting:none)";

const rareQuery =
  /^@media (print|(screen and )?\((forced-colors: ?active|prefers-color-scheme: ?dark|prefers-contrast: ?more|prefers-reduced-motion: ?reduce)\)|\((scripting: ?enabled|hover: ?hover)\)|.*\(scripting: ?none\))$/;

/**
 * Splits a minified sheet. The rules for rare media leave it with the layers and rules around them, since the styles are
 * in every page, where each byte counts.
 */
export function splitRareMedia(css: string): { style: string; rare: string } {
  let style = "";
  let rare = "";
  for (const { text, prelude, body } of readStatements(css)) {
    const inner = body && !rareQuery.test(prelude) ? splitRareMedia(body) : undefined;
    if (rareQuery.test(prelude)) rare += text;
    else if (inner?.rare) {
      style += inner.style && `${prelude}{${inner.style}}`;
      rare += `${prelude}{${inner.rare}}`;
    } else style += text;
  }
  return { style, rare };
}

/** Puts the rules of each layer into one block, which is shorter. Their order among layers is declared, so it stays. */
export function groupLayers(css: string): string {
  let others = "";
  const layers = new Map<string, string>();
  for (const { text, prelude, body } of readStatements(css)) {
    if (prelude.startsWith("@layer")) layers.set(prelude, (layers.get(prelude) ?? "") + body);
    else others += text;
  }
  return others + [...layers].map(([prelude, body]) => `${prelude}{${body}}`).join("");
}

/** The rules, declarations and statements of a minified sheet or block; only rules have a prelude and a body. */
function* readStatements(css: string) {
  for (let at = 0, next = 0; at < css.length; at = next) {
    const open = css.indexOf("{", at);
    const end = css.indexOf(";", at);
    if (open < 0 || (end >= 0 && end < open)) {
      next = end < 0 ? css.length : end + 1;
      yield { text: css.slice(at, next), prelude: "", body: "" };
    } else {
      next = blockEnd(css, open) + 1;
      yield { text: css.slice(at, next), prelude: css.slice(at, open), body: css.slice(open + 1, next - 1) };
    }
  }
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
