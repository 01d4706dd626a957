import { describe, expect, test } from "vitest";
import type { Content } from "./content.ts";
import { chooseVersion, filterTexts, offerBlockers, offeredSentences } from "./offer.ts";
import { readContent } from "./read-content.ts";
import type { Treatment } from "./schemas/treatment-schema.ts";

type Gate = Content["studio"]["gates"][string];

const { studio, treatments } = readContent("tests/example-studio");
const sample = treatments.get("collagen-needling") as Treatment;
const answered = { question: "May it be offered here?", answer: "Yes.", date: "2026-12-01", initials: "CV" };
const unanswered = { question: "May it be offered here?", answer: null, date: null, initials: null };

const reasons = (gates: Record<string, Gate>, change: Partial<Treatment> = {}) =>
  offerBlockers({ studio: { ...studio, gates } }, { ...sample, gates: ["Q2"], ...change });

describe("a treatment is offered", () => {
  test.each<[string, Record<string, Gate>, string[]]>([
    ["once its question has its yes", { Q2: { ...answered, offer: true } }, []],
    ["while its question is unanswered", { Q2: { ...unanswered, offer: null } }, []],
    ["while the question it names does not exist", {}, []],
    ["when its question does not ask whether it may be offered", { Q2: answered }, []],
    ["whatever is said of other treatments", { Q2: answered, Q9: { ...answered, offer: false } }, []],
    ["but not when the answer is no", { Q2: { ...answered, offer: false } }, ['Q2 says "offer: no"']],
  ])("%s", (_, gates, expected) => {
    expect(reasons(gates)).toEqual(expected);
  });

  test("but not when its file says no, and every reason is given", () => {
    const gates: Record<string, Gate> = { Q2: { ...answered, offer: false } };
    expect(reasons(gates, { notOffered: true })).toEqual(["its file says notOffered", 'Q2 says "offer: no"']);
  });
});

describe("the words of Home, About and the paths", () => {
  const named = (name: string, words: string[] = [], alternateName?: string) => ({
    ...sample,
    name,
    words,
    alternateName,
  });
  const known = new Map(
    Object.entries({
      needling: named("Microneedling"),
      heated: named("RF Microneedling", ["radiofrequency"]),
      deep: named("Deep Eight", ["radiofrequency"]),
      pen: named("Plasma Pen", ["plasma"], "Fibroblast, Arc pen"),
      pens: named("Plasma Pen Plus"),
      blood: named("PRP", ["platelet-rich plasma"]),
    }),
  );
  const keep = (...offered: string[]) => offeredSentences({ treatments: known }, new Set(offered));

  test.each<[string, string[], string, string]>([
    [
      "a sentence that names what is offered",
      ["pen"],
      "First this. The plasma pen next.",
      "First this. The plasma pen next.",
    ],
    ["not one that names something else", ["blood"], "First this. The plasma pen next. Then?", "First this. Then?"],
    ["not one with another word for it", [], "An Arc-Pen! Or fibroblast. Or a rest.", "Or a rest."],
    ["one with a longer name that holds a shorter", ["heated"], "RF microneedling.", "RF microneedling."],
    ["one with a longer name that begins with a shorter", ["pens"], "The plasma pen plus.", "The plasma pen plus."],
    ["not the shorter name for the longer's sake", ["heated"], "Microneedling.", ""],
    ["one whose word is shared by something offered", ["deep"], "Radiofrequency heat.", "Radiofrequency heat."],
    ["one where a name is part of another word", [], "A plasmatic prpose.", "A plasmatic prpose."],
    [
      "one with a range, an abbreviation's point or a quotation",
      [],
      'It takes 1.5 h. "Not yet" is fine.',
      'It takes 1.5 h. "Not yet" is fine.',
    ],
  ])("keep %s", (_, offered, text, expected) => {
    expect(keep(...offered)(text)).toBe(expected);
  });

  test("a list entry without one of its texts is left out, and what is no text stays", () => {
    const page = {
      lede: "We begin. Plasma follows.",
      picture: "plasma",
      items: [
        { title: "Plasma Pen", text: "Dots." },
        { title: "Rest", text: "Quiet." },
      ],
      lines: ["Plasma", "Rest"],
      years: 9,
    };
    expect(filterTexts(page, keep())).toEqual({
      lede: "We begin.",
      picture: "plasma",
      items: [{ title: "Rest", text: "Quiet." }],
      lines: ["Rest"],
      years: 9,
    });
  });
});

test("what no visitor reads as words is never filtered", () => {
  const keys = ["id", "path", "picture", "slug", "source", "to", "before", "after", "drawing", "updated"];
  const record = Object.fromEntries(keys.map((key) => [key, "Plasma"]));
  expect(filterTexts({ ...record, title: "Plasma" }, () => "")).toEqual({ ...record, title: "" });
});

describe("a text in two versions", () => {
  const prose = (...parts: (string | { bold: string })[]) => ({ parts });
  const body = {
    ...sample.body,
    whatIs: {
      heading: "What is it?",
      blocks: [
        { kind: "paragraph" as const, text: prose("If it pierces: fine ", { bold: "tips" }) },
        { kind: "paragraph" as const, text: prose("If it does not pierce: a brush") },
        { kind: "paragraph" as const, text: prose("If it hurts, say so.") },
      ],
    },
    steps: [
      { label: "Tap", text: prose("If it pierces: tap.") },
      { label: "Brush", text: prose("If it does not pierce: brush.") },
    ],
  };

  test.each([
    ["pierces", ["Fine ", "If it hurts, say so."], ["Tap"]],
    ["does not pierce", ["A brush", "If it hurts, say so."], ["Brush"]],
    [undefined, ["Fine ", "If it hurts, say so."], ["Tap"]],
  ] as const)("shows one alone, where the answer is %s", (version, paragraphs, steps) => {
    const chosen = chooseVersion({ body, version });
    expect(chosen.whatIs.blocks.map((block) => block.kind === "paragraph" && block.text.parts[0])).toEqual(paragraphs);
    expect(chosen.steps.map(({ label }) => label)).toEqual(steps);
    expect(chosen.risks).toEqual(sample.body.risks);
  });
});
