import { join } from "node:path";
import type * as v from "valibot";

/** A place in a file: its line, counted from one, what stands there, and how far along. */
export interface Spot {
  line: number;
  column: number;
  quote: string;
}

/** One thing to mend in a file of the content folder, in the owner's words. */
export interface Mistake {
  file: string;
  message: string;
  spot?: Spot | undefined;
  /** The line to write instead. */
  paste?: string | undefined;
  /** Which field it is about, if it is one: paths[1].treatments[3].slug */
  field?: string | undefined;
  /** What the schema found, for whoever says it in other words. */
  issue?: v.BaseIssue<unknown> | undefined;
}

/** Stops a build or a start with everything that has to be mended, not just the first of it. */
export class ContentError extends Error {
  readonly mistakes: readonly Mistake[];

  constructor(folder: string, mistakes: readonly Mistake[]) {
    const count = mistakes.length === 1 ? "1 thing" : `${mistakes.length} things`;
    super(`The content has ${count} to mend:\n\n${mistakes.map((mistake) => inWords(folder, mistake)).join("\n\n")}\n`);
    this.name = "ContentError";
    this.mistakes = mistakes;
  }
}

/** Where it is, what stands there with a mark under the place, what is wrong, and what to write instead. */
function inWords(folder: string, { file, message, spot, paste }: Mistake): string {
  const shown = spot?.quote.replaceAll("\t", " ");
  return [
    `  ${join(folder, file)}${spot ? `, line ${spot.line}` : ""}`,
    ...(shown?.trim() ? [`      ${shown}`, `      ${" ".repeat(spot?.column ?? 0)}^`] : []),
    `    ${message}`,
    ...(paste ? [`      ${paste}`] : []),
  ].join("\n");
}

/** paths[1].treatments[3].slug */
export function fieldName(keys: readonly (string | number)[]): string {
  return keys
    .map((key) => (typeof key === "number" ? `[${key + 1}]` : `.${key}`))
    .join("")
    .replace(/^\./, "");
}

/** The known word a misspelt one was probably meant to be. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const ranked = known
    .map((candidate) => ({ candidate, distance: editDistance(word, candidate) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best && best.distance <= Math.max(2, word.length / 3) ? best.candidate : undefined;
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const change = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}
