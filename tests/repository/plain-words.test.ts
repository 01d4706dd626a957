import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Retired words and what we say instead. They may not come back in a file's name, an identifier or a comment. */
const retired = {
  anew: "again",
  dear: "a reason, such as savesData",
  deed: "action",
  glance: "visibleMs",
  hasten: "retryNow",
  house: "system status",
  lamp: "highlight",
  legible: "display text",
  manner: "kind",
  manners: "kinds",
  mend: "fix",
  mended: "fixed",
  seam: "connector",
  stationery: "email context",
  straighten: "clampFutureTimes",
  whoever: "the user, the server, or whom the sentence means",
};
/** These are ordinary English in a comment, but may not be part of an identifier or a file's name. */
const retiredNames = { ...retired, apart: "suspect", room: "context, store or space" };
/** These may not be part of a file's name. */
const retiredFileNames = { ...retiredNames, thrown: "errors", tried: "the name of the test kit" };

/** Stored or sent values that are also keys, and so cannot change. Text in quotes is never searched. */
const kept = ["apart"];

const tokens = /"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<comment>\/\/.*|\/\*[\s\S]*?\*\/)|(?<name>[A-Za-z_$][\w$]*)/g;

function findIn(text: string, words: Record<string, string>): string[] {
  const parts = text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  return parts.flatMap((part) => {
    const word = part.toLowerCase();
    const instead = Object.hasOwn(words, word) && words[word];
    return instead ? [`${word} (say: ${instead})`] : [];
  });
}

function findRetired(file: string, source: string): string[] {
  const found = findIn(file, retiredFileNames).map((problem) => `${file}: ${problem}`);
  for (const { index, groups = {} } of source.matchAll(tokens)) {
    const { comment, name } = groups;
    const problems = comment
      ? findIn(comment, retired)
      : name && !kept.includes(name)
        ? findIn(name, retiredNames)
        : [];
    if (problems.length === 0) continue;
    const line = source.slice(0, index).split("\n").length;
    found.push(...problems.map((problem) => `${file}:${line}: ${problem}`));
  }
  return found;
}

test("no file's name, identifier or comment uses a retired word", () => {
  const files = globSync("{src,tests,tools,commands,supabase/functions}/**/*.{ts,tsx,mjs}", {
    exclude: ["**/node_modules/**", "tests/repository/plain-words.test.ts"],
  });
  expect(files.length).toBeGreaterThan(400);
  expect(files.flatMap((file) => findRetired(file.replaceAll("\\", "/"), readFileSync(file, "utf8")))).toEqual([]);
});

test.each([
  ["src/desk/house.ts", "", "house"],
  ["tests/kit/tried-desk.ts", "", "tried"],
  ["src/desk/part.ts", "const isDear = 1;", "dear"],
  ["src/desk/part.ts", "const setApart = 1;", "apart"],
  ["src/desk/part.ts", 'log("a"); // Mend it.', "mend"],
])("a retired word in %s with the source %j would be found", (file, source, word) => {
  expect(findRetired(file, source)).toEqual([expect.stringContaining(`: ${word} (`)]);
});

test.each(['const verdict = "apart";', "// They are told apart.", "const lighthouse = `mend`;"])(
  "the source %j has no retired word",
  (source) => {
    expect(findRetired("src/desk/part.ts", source)).toEqual([]);
  },
);
