import { globSync, readFileSync } from "node:fs";
import { relative } from "node:path";

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

export function shortName(number: number): string {
  const first = letters[number % letters.length] ?? "";
  return number < letters.length ? first : shortName(Math.floor(number / letters.length) - 1) + first;
}
