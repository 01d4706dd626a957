import { globSync, readFileSync } from "node:fs";
import { relative } from "node:path";

/**
 * Makes minified sheets smaller without changing what they say: they are in every page, where each byte counts. The
 * sheets share their tokens, so they come together, each under the name of its kind of page.
 */
export function shrinkStyles(
  styles: Record<string, string>,
  namedInCode = tokensNamedInCode(),
): Record<string, string> {
  return shortenTokens(inlineTokens(styles, namedInCode), namedInCode);
}

/**
 * Writes a token's value where it is used, if no page reads it in more than one place, and drops the token: a name that
 * is read once says nothing to a browser. Tokens that a sheet sets again, such as for more contrast, stay, and so do
 * those that code names, such as the studio's own colours. A second value for dark goes where the token is used as well.
 */
function inlineTokens(styles: Record<string, string>, namedInCode: Set<string>): Record<string, string> {
  const result = { ...styles };
  const all = () => Object.values(result).join("\n");
  for (const [, token = ""] of all().matchAll(/(--[\w-]+):/g)) {
    const settings = [...all().matchAll(new RegExp(`(?<![\\w-])${token}:([^;{}]+)(?:;|(?=}))`, "g"))];
    const [value, darkValue] = settings.map(([, written = ""]) => written);
    const use = `var(${token})`;
    const count = (css = "") => css.replaceAll(darkTwin, "").split(use).length - 1;
    const { "": common, ...own } = result;
    const isReadOnce = count(common) + Math.max(0, ...Object.values(own).map(count)) === 1;
    const isSetAgain = darkValue !== undefined && !(settings.length === 2 && isInDark(all(), settings[1]?.index));
    if (value === undefined || isSetAgain || namedInCode.has(token) || !isReadOnce) continue;
    for (const name in result) {
      for (const [declaration] of settings) result[name] = (result[name] ?? "").replace(declaration, "");
      const declarations = new RegExp(`[\\w-]+:[^;{}]*${use.replaceAll(/[()]/g, "\\$&")}[^;{}]*`, "g");
      result[name] = (result[name] ?? "").replaceAll(declarations, (declaration, at: number, css: string) => {
        const write = (text = value) => declaration.replace(use, () => text);
        if (css.slice(0, at).endsWith(`${darkQuery}{`)) return write(darkValue);
        const hasTwin = css.startsWith(`;${darkQuery}{`, at + declaration.length);
        return darkValue === undefined || hasTwin ? write() : `${write()};${darkQuery}{${write(darkValue)}}`;
      });
    }
  }
  return result;
}

const darkQuery = "@media screen and (prefers-color-scheme:dark)";
/** A declaration that was written a second time, for dark. */
const darkTwin = /;@media screen and \(prefers-color-scheme:dark\)\{[^{}]*\}/g;

/** Whether a position of the sheets is in the block of the dark values of the root. */
const isInDark = (css: string, at = 0) => css.lastIndexOf(`${darkQuery}{:root{`, at) > css.lastIndexOf("}", at);

/** Gives every token a name of one or two letters, the most used ones first, except those that code names. */
function shortenTokens(styles: Record<string, string>, namedInCode: Set<string>): Record<string, string> {
  const counts = new Map<string, number>();
  for (const css of Object.values(styles))
    for (const [token] of css.matchAll(tokenName)) counts.set(token, (counts.get(token) ?? 0) + 1);
  const tokens = [...counts].filter(([token]) => !namedInCode.has(token)).sort(([, one], [, other]) => other - one);
  const names = new Map(tokens.map(([token], number) => [token, `--${shortName(number)}`]));
  const shorten = (css: string) => css.replaceAll(tokenName, (token) => names.get(token) ?? token);
  return Object.fromEntries(Object.entries(styles).map(([name, css]) => [name, shorten(css)]));
}

const tokenName = /(?<![\w-])--[a-zA-Z][\w-]*/g;

const tokensNamedInCode = () =>
  new Set(
    globSync("src/{site,editor}/**/*.{ts,tsx}").flatMap((file) => readFileSync(file, "utf8").match(tokenName) ?? []),
  );

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/**
 * Gives every class and animation of the CSS modules a name of one or two letters, because they are in every page.
 * The names are numbered over all sheets in order, so that the same source always gives the same names.
 */
export function shortNames() {
  const names = new Map<string, string>();
  // Those of the parts come first, and are shorter: more pages have them.
  for (const file of globSync("src/site/**/*.module.css").sort().reverse()) {
    for (const [, name] of readFileSync(file, "utf8").matchAll(/(?:\.|@keyframes\s+)([a-zA-Z]\w*)/g)) {
      const key = `${file} ${name}`;
      if (!names.has(key)) names.set(key, shortName(names.size));
    }
  }
  return (name: string, file: string) => {
    const short = names.get(`${relative(process.cwd(), file.split("?")[0] ?? "")} ${name}`);
    if (!short) throw new Error(`The name ${name} of ${file} was not found when names were given`);
    return short;
  };
}

function shortName(number: number): string {
  const first = letters[number % letters.length] ?? "";
  return number < letters.length ? first : shortName(Math.floor(number / letters.length) - 1) + first;
}
