import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ContentError, type ContentProblem } from "../../src/content/content-problems.ts";
import { readContent } from "../../src/content/read-content.ts";
import { ownerEdits } from "./owner-edits.ts";

/** Returns the problems that the owner reads after an edit. */
function problemsAfter(apply: (folder: string) => void): readonly ContentProblem[] {
  const folder = mkdtempSync(join(tmpdir(), "edit-"));
  try {
    cpSync("tests/example-studio", folder, { recursive: true });
    apply(folder);
    readContent(folder);
    return [];
  } catch (error) {
    if (error instanceof ContentError) return error.problems;
    throw error;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const formatProblem = ({ file, location, message, suggestion }: ContentProblem) =>
  `${file}${location ? `, line ${location.line}` : ""}: ${message}${suggestion ? ` ${suggestion}` : ""}`;

test.each(ownerEdits)("the owner reads what to do after this edit: $name", ({ name, apply, expected }) => {
  const problems = problemsAfter(apply);
  // `npm test -- edits` prints the messages.
  const lines = problems.map(formatProblem);
  if (process.env.SHOW_EDITS) console.error([name, ...(lines.length ? lines : ["accepted"])].join("\n    "));
  if (expected === null) expect(problems).toEqual([]);
  else
    expect(problems.map(({ message }) => message)).toContainEqual(
      expected instanceof RegExp ? expect.stringMatching(expected) : expected,
    );
});

test("a message names the right line, marks the place in it, and gives the line to paste", () => {
  const [problem] = problemsAfter(ownerEdits.find(({ name }) => name === "a # in a line")?.apply ?? (() => {}));
  expect(problem?.location?.lineText).toContain("Unit #4");
  expect(problem?.location?.lineText[problem.location.column]).toBe("#");
  expect(problem?.suggestion).toMatch(/^\w+: ".*Unit #4"$/);
});

test("a line that YAML cannot read is shown with its number and the line to paste", () => {
  const [problem] = problemsAfter(ownerEdits.find(({ name }) => name === "a colon in a sentence")?.apply ?? (() => {}));
  expect(problem?.location?.lineText).toMatch(/^ +note: Remember: tea is free/);
  expect(problem?.suggestion).toBe('note: "Remember: tea is free"');
});

test.each([
  ["a word between asterisks", 'shortName: "*Tideline*"'],
  ["a name that begins with &", 'shortName: "&Tideline and friends"'],
  ["a tab at the start of a line", /^ {2}note: /],
])("after %s the owner reads the line to paste", (edit, line) => {
  const [problem] = problemsAfter(ownerEdits.find(({ name }) => name === edit)?.apply ?? (() => {}));
  expect(problem?.location?.line).toBeGreaterThan(1);
  expect(problem?.suggestion).toMatch(line);
});
