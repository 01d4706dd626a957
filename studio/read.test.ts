import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ContentError } from "./mistakes.ts";
import { readContent } from "./read.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "content-"));
  cpSync("content", folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("content as it stands", () => {
  test("is read without a mistake", () => {
    expect(readContent(folder).treatments.size).toBe(19);
  });
});

describe("a mistake is named with its file, its field and the remedy", () => {
  test("a missing field", () => {
    edit("treatments/facials.md", /^duration:.*\n/m, "");
    expect(mistakes()).toEqual([
      "content/treatments/facials.md: 'duration' is missing. Add a line such as: duration: 60-90 min",
    ]);
  });

  test("a misspelt field", () => {
    edit("treatments/facials.md", /^summary:/m, "sumary:");
    expect(mistakes()).toEqual([
      "content/treatments/facials.md: 'summary' is missing. Add a line such as: summary: A facial built around what your skin needs on the day.",
      "content/treatments/facials.md: 'sumary' is not a field here. Did you mean 'summary'? Correct the spelling.",
    ]);
  });

  test("a slug outside the nineteen", () => {
    cpSync(join(folder, "treatments/jetpeel.md"), join(folder, "treatments/jet-peel.md"));
    expect(mistakes()).toEqual([
      "content/treatments/jet-peel.md: 'jet-peel' is not one of the nineteen treatments. Did you mean 'jetpeel.md'? Rename or remove the file.",
    ]);
  });

  test("a picture that does not exist", () => {
    edit("pages/about.yaml", /^picture:.*$/m, "picture: portrait");
    expect(mistakes()).toEqual([
      "content/pages/about.yaml: 'picture' names the picture 'portrait', but there is no content/images/portrait.webp. Add it or correct the name.",
    ]);
  });

  test("a description that is too long", () => {
    edit("pages/results.yaml", /^description:.*$/m, `description: ${"long ".repeat(40)}`);
    expect(mistakes()).toEqual([
      "content/pages/results.yaml: 'description' has 199 characters; at most 155 fit. Take out 44.",
    ]);
  });

  test("broken YAML, with the line", () => {
    edit("studio.yaml", /^shortName:.*$/m, 'shortName: "Northlight');
    expect(mistakes()[0]).toMatch(
      /^content\/studio\.yaml: could not be read\. .*line \d+.* Check the colon, the quotes/,
    );
  });

  test("a treatment listed in a path that has no file", () => {
    edit("paths.yaml", /slug: geneox/, "slug: geneoxx");
    expect(mistakes()).toEqual([
      "content/paths.yaml: 'Anti-Aging' lists 'geneoxx', but there is no content/treatments/geneoxx.md. Did you mean 'geneox'? Correct the slug or take the line out.",
      "content/paths.yaml: no path lists 'geneox'. Add it, so that visitors can find the page.",
    ]);
  });

  test("a treatment whose file was removed", () => {
    rmSync(join(folder, "treatments/geneox.md"));
    expect(mistakes()).toContain(
      "content/treatments/geneox.md: this file is missing. Put it back; every page needs it.",
    );
  });

  test("a number of paragraphs, steps or lines that does not fit", () => {
    edit("treatments/jetpeel.md", /\n- \*\*Cleanse\.[\s\S]*?(?=\n\n## Who)/, "\n- **Cleanse.** Makeup off.");
    expect(mistakes()).toEqual([
      "content/treatments/jetpeel.md: 'body.steps' has 1 entries; it needs at least 3. Add 2.",
    ]);
  });

  test("two of the facts of which a page has one", () => {
    edit("treatments/facials.md", /^frequency:/m, "timeline: Later\nfrequency:");
    expect(mistakes()[0]).toContain("needs exactly one of 'frequency', 'plan' and 'timeline'");
  });

  test("a key figure that is not in its fact", () => {
    edit("treatments/body-wraps.md", /key: Warm/, "key: Hot");
    expect(mistakes()[0]).toContain("'comfort.key' is 'Hot', which does not stand in 'Warm and cocooning'");
  });

  test("all of them at once", () => {
    edit("treatments/facials.md", /^duration:.*\n/m, "");
    edit("pages/about.yaml", /^picture:.*$/m, "picture: portrait");
    edit("studio.yaml", /^area:.*\n/m, "");
    expect(mistakes()).toHaveLength(3);
  });
});

function edit(file: string, what: RegExp, by: string) {
  const path = join(folder, file);
  const before = readFileSync(path, "utf8");
  const after = before.replace(what, by);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
}

function mistakes(): string[] {
  try {
    readContent(folder);
  } catch (error) {
    if (error instanceof ContentError) return error.mistakes.map(({ file, message }) => `${file}: ${message}`);
    throw error;
  }
  return [];
}
