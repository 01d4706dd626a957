import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ContentError } from "./content-problems.ts";
import { listPages } from "./page-list.ts";
import { readContent } from "./read-content.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "content-"));
  cpSync("tests/example-studio", folder, { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("the content of another studio", () => {
  test("another studio is read without a mistake, its treatments in the order of its paths", () => {
    const { treatments, paths } = readContent(folder);
    expect(paths.map(({ id }) => id)).toEqual(["clear", "calm", "renew"]);
    expect([...treatments.keys()]).toEqual([
      "sea-clay-facial",
      "blue-light",
      "lactic-peel",
      "warm-stone-rest",
      "collagen-needling",
    ]);
  });

  test("a studio has one more treatment after adding a file and a line", () => {
    cpSync(join(folder, "treatments/lactic-peel.md"), join(folder, "treatments/mandelic-peel.md"));
    edit(
      "paths.yaml",
      /( +)- slug: lactic-peel\n/,
      "$1- slug: mandelic-peel\n$1  line: a gentler peel\n$1- slug: lactic-peel\n",
    );
    expect([...readContent(folder).treatments.keys()]).toContain("mandelic-peel");
  });

  test("a studio has one treatment less after removing its file and lines", () => {
    rmSync(join(folder, "treatments/blue-light.md"));
    edit("paths.yaml", /( +)- slug: blue-light\n.*\n/g, "");
    for (const slug of ["sea-clay-facial", "lactic-peel", "warm-stone-rest", "collagen-needling"]) {
      edit(`treatments/${slug}.md`, /^(related: .*?)(, )?blue-light(, )?/m, "$1");
    }
    expect(readContent(folder).treatments.size).toBe(4);
  });

  test("a studio has one more review after adding it", () => {
    const before = readContent(folder).testimonials.length;
    edit("testimonials.yaml", /^testimonials:\n( +- name:[\s\S]*?)(?=\n\n)/m, "testimonials:\n$1\n\n$1");
    expect(readContent(folder).testimonials).toHaveLength(before + 1);
  });
});

// tests/content/owner-edits.ts has many more, with the message alone.
describe("a mistake is named with its file, its field and the remedy", () => {
  test("a missing field is reported", () => {
    edit("treatments/sea-clay-facial.md", /^duration:.*\n/m, "");
    expect(problems()).toEqual([
      "treatments/sea-clay-facial.md: 'duration' is missing. Add a line such as: duration: 60-90 min",
    ]);
  });

  test("a treatment that no path lists is reported", () => {
    cpSync(join(folder, "treatments/lactic-peel.md"), join(folder, "treatments/lactic-peels.md"));
    expect(problems()).toEqual([
      "paths.yaml: no path lists 'lactic-peels'. Add it, so that visitors can find the page.",
    ]);
  });

  test("a path that does not exist is reported", () => {
    edit("treatments/blue-light.md", /^path: .*$/m, "path: clearer");
    expect(problems()).toEqual([
      "treatments/blue-light.md: 'path' is 'clearer', which is none of the paths in paths.yaml. Did you mean 'clear'? Use one of: clear, calm, renew.",
    ]);
  });

  test("a launch question that does not exist is reported", () => {
    edit("treatments/collagen-needling.md", /gates: \[Q2\]/, "gates: [Q9]");
    expect(problems()).toEqual([
      "treatments/collagen-needling.md: 'gates' names Q9, but studio.yaml has no such question.",
    ]);
  });

  test("an accent too light to be seen is reported", () => {
    edit("studio.yaml", /accent: "#2fa39a"/, 'accent: "#e8f0d8"');
    expect(problems()[0]).toContain("'colours.accent' is #e8f0d8, too light to be seen");
  });

  test.each([
    ["timeZone: Europe/London", "timeZone: Cardiff", "'timeZone' is not a time zone. Write it like America/Toronto"],
    [
      'priceRange: "££"',
      "priceRange: cheap",
      "'priceRange' is 'cheap', which must be one to four signs of a currency, like $$.",
    ],
    ["language: en-GB", "language: Welsh", "'language' is 'Welsh', which must be English of a country, like en-CA."],
    ['accent: "#2fa39a"', "accent: teal", "'colours.accent' is 'teal', which must be a colour like #c98a2b."],
  ])("%s written as %s is reported", (right, wrong, message) => {
    edit("studio.yaml", new RegExp(right.replace("$", "\\$")), wrong);
    expect(problems()).toEqual([`studio.yaml: ${message}`]);
  });

  test("a rating beyond five stars is reported", () => {
    edit("testimonials.yaml", /rating: 5/, "rating: 6");
    expect(problems()).toEqual(["testimonials.yaml: 'testimonials[1].rating' is 6; it must be at most 5."]);
  });

  test("a link to an optional page that was left out is reported", () => {
    rmSync(join(folder, "pages/results.yaml"));
    expect(problems()).toEqual([expect.stringContaining("a link leads to '/results', but there is no such page.")]);
    edit("site.yaml", /^ +- label: .*\n +to: \/results\n/m, "");
    expect(problems()).toEqual([]);
    expect(listPages(readContent(folder)).map(({ path }) => path)).not.toContain("/results");
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "http://a.test/", "//a.test/", "about"])(
    "a link to %s is reported",
    (address) => {
      edit("site.yaml", /to: \/about/, `to: "${address}"`);
      expect(problems()).toEqual([expect.stringContaining(`site.yaml: a link leads to '${address}'`)]);
    },
  );

  test.each(["https://a.test/", "mailto:a@a.test", "tel:+440292018", "/about"])(
    "a link to %s is accepted",
    (address) => {
      edit("site.yaml", /to: \/about/, `to: "${address}"`);
      expect(problems()).toEqual([]);
    },
  );

  test("a path that lists a treatment without a file is reported", () => {
    edit("paths.yaml", /slug: blue-light/, "slug: blue-lihgt");
    expect(problems()).toEqual([
      expect.stringContaining("lists 'blue-lihgt', but there is no"),
      "paths.yaml: no path lists 'blue-light'. Add it, so that visitors can find the page.",
    ]);
    expect(problems()[0]).toContain("Did you mean 'blue-light'? Correct the slug or take the line out.");
  });

  test("a file that was removed is reported", () => {
    rmSync(join(folder, "pages/home.yaml"));
    expect(problems()).toContain("pages/home.yaml: this file is missing. Put it back; every page needs it.");
  });

  test("a wrong number of steps is reported", () => {
    edit(
      "treatments/blue-light.md",
      /## How It Works[\s\S]*?(?=\n## Who)/,
      "## How It Works\n\n- **Begin.** Makeup off.\n",
    );
    expect(problems()).toEqual(["treatments/blue-light.md: 'body.steps' has 1 entries; it needs at least 3. Add 2."]);
  });

  test("a treatment without an answer, a reason or a known answer is reported", () => {
    edit("treatments/blue-light.md", / {2}pregnant: .*\n/, "");
    edit("treatments/blue-light.md", /breastfeeding: .*/, "breastfeeding: { answer: Perhaps, reason: Who knows }");
    edit("treatments/blue-light.md", /implants: .*/, "implants: { answer: Yes }");
    expect(problems()).toEqual([
      expect.stringContaining("'suitability.pregnant' is missing. Add a line such as: pregnant: { answer: Ask first,"),
      expect.stringMatching(/'suitability.breastfeeding.answer' is "Perhaps"; it must be .*"Ask first"/),
      expect.stringContaining("'suitability.implants.reason' is missing."),
    ]);
  });

  test("a treatment without its suitability at all is reported", () => {
    edit("treatments/blue-light.md", /suitability:[\s\S]*?(?=related:)/, "");
    expect(problems()).toEqual([
      expect.stringContaining("'suitability' is missing."),
      expect.stringContaining("'suitabilityIs' is missing."),
    ]);
  });

  test.each(["Not done if", "Ask your doctor first", "Tell me"])(
    "a page without the list %s is reported",
    (heading) => {
      edit("treatments/blue-light.md", new RegExp(`### ${heading}\\n\\n(?:- .*\\n)+`), "");
      expect(problems()).toEqual([expect.stringMatching(/'body\.before\.\w+' is empty\. Write something there\./)]);
    },
  );

  test("a link inside bold words is reported, since the page would lose it", () => {
    edit("treatments/blue-light.md", /^- (?!\*\*)/m, "- **[Ask](/contact) me** ");
    expect(problems()).toEqual([expect.stringContaining("bold, italics and links cannot be inside one another")]);
  });

  test("a part that is there twice is reported, since the page would lose one", () => {
    edit("treatments/blue-light.md", /### Rare\n/, "### Usual\n\n- Once more\n\n### Rare\n");
    expect(problems()).toEqual([expect.stringContaining('"Usual" is here twice. Join the two.')]);
  });

  test("a treatment that names a rule which nobody wrote is reported", () => {
    edit("treatments/warm-stone-rest.md", /rules: \[tan/, "rules: [tann");
    expect(problems()).toEqual([
      expect.stringContaining("'rules' names 'tann', which is no shared rule. Did you mean 'tan'?"),
    ]);
  });

  test("two facts of which a page may have only one are reported", () => {
    edit("treatments/sea-clay-facial.md", /^duration:/m, "timeline: Later\nplan: Often\nduration:");
    expect(problems()[0]).toContain("needs exactly one of 'frequency', 'plan' and 'timeline'");
  });

  test("several mistakes are reported at once", () => {
    edit("treatments/sea-clay-facial.md", /^duration:.*\n/m, "");
    edit("pages/about.yaml", /^picture:.*$/m, "picture: portrait");
    edit("studio.yaml", /^area:.*\n/m, "");
    expect(problems()).toHaveLength(3);
  });

  test("the error is one message that says where the files are", () => {
    edit("studio.yaml", /^area:.*\n/m, "");
    expect(() => readContent(folder)).toThrow(`  ${join(folder, "studio.yaml")}\n    'area' is missing.`);
  });
});

function edit(file: string, pattern: RegExp, replacement: string) {
  const path = join(folder, file);
  const before = readFileSync(path, "utf8");
  const after = before.replace(pattern, replacement);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
}

function problems(): string[] {
  try {
    readContent(folder);
  } catch (error) {
    if (error instanceof ContentError) return error.problems.map(({ file, message }) => `${file}: ${message}`);
    throw error;
  }
  return [];
}
