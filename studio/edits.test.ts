import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { edits } from "./edits.ts";
import { ContentError, type Mistake } from "./mistakes.ts";
import { readContent } from "./read.ts";

/** What the owner of a folder reads after an edit. */
function mistakesAfter(make: (folder: string) => void): readonly Mistake[] {
  const folder = mkdtempSync(join(tmpdir(), "edit-"));
  try {
    cpSync("second-studio", folder, { recursive: true });
    make(folder);
    readContent(folder);
    return [];
  } catch (error) {
    if (error instanceof ContentError) return error.mistakes;
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const inShort = ({ file, spot, message, paste }: Mistake) =>
  `${file}${spot ? `, line ${spot.line}` : ""}: ${message}${paste ? ` ${paste}` : ""}`;

test.each(edits)("$name", ({ name, make, sees }) => {
  const mistakes = mistakesAfter(make);
  // `npm test -- edits` prints what the owner reads.
  const read = mistakes.map(inShort);
  if (process.env.SHOW_EDITS) console.error([name, ...(read.length ? read : ["accepted"])].join("\n    "));
  if (sees === null) expect(mistakes).toEqual([]);
  else
    expect(mistakes.map(({ message }) => message)).toContainEqual(
      sees instanceof RegExp ? expect.stringMatching(sees) : sees,
    );
});

test("a message names the true line, quotes it with a mark under the place, and gives the line to paste", () => {
  const [mistake] = mistakesAfter(edits.find(({ name }) => name === "a # in a line")?.make ?? (() => {}));
  expect(mistake?.spot?.quote).toContain("Unit #4");
  expect(mistake?.spot?.quote[mistake.spot.column]).toBe("#");
  expect(mistake?.paste).toMatch(/^\w+: ".*Unit #4"$/);
});
