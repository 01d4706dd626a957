/**
 * Paper, dark, forced colours, other preferences and no script: one sheet for all pages, which only those who need it wait
 * for. What only the navigation script needs (`scripting: enabled`), and what a mouse does (`hover`), is in it too: that
 * script turns it on for everybody.
 */
export const preferenceMedia =
  "print,(forced-colors:active),(prefers-color-scheme:dark),(prefers-contrast:more),(prefers-reduced-motion:reduce),(scripting:none)";

const preferenceQuery =
  /^@media (print|print, ?\(forced-colors: ?active\)|(screen and )?\((forced-colors: ?active|prefers-color-scheme: ?dark|prefers-contrast: ?more|prefers-reduced-motion: ?reduce)\)|\((scripting: ?enabled|hover: ?hover)\)|.*\(scripting: ?none\))$/;

/**
 * Splits a minified sheet. The rules for paper and preferences leave it with the layers and rules around them, since the styles are
 * in every page, where each byte counts.
 */
export function splitPreferences(css: string): { style: string; preferences: string } {
  let style = "";
  let preferences = "";
  for (const { text, prelude, body } of readStatements(css)) {
    const inner = body && !preferenceQuery.test(prelude) ? splitPreferences(body) : undefined;
    if (preferenceQuery.test(prelude)) preferences += text;
    else if (inner?.preferences) {
      style += inner.style && `${prelude}{${inner.style}}`;
      preferences += `${prelude}{${inner.preferences}}`;
    } else style += text;
  }
  return { style, preferences };
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
