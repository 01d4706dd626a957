import { describe, expect, test } from "vitest";
import type { Content } from "./content.ts";
import { applyVersion, listUnofferedNames, offerBlockers, offeredOnly, questionsOf } from "./offer.ts";
import { readContent } from "./read-content.ts";
import type { Treatment } from "./schemas/treatment-schema.ts";

type Gate = Content["studio"]["gates"][string];

const content = readContent("tests/example-studio");
const { studio, treatments, paths } = content;
const sample = treatments.get("collagen-needling") as Treatment;
const answered = { question: "May it be offered here?", answer: "Yes.", date: "2026-12-01", initials: "CV" };
const unanswered = { question: "May it be offered here?", answer: null, date: null, initials: null };

const declined = { ...answered, offer: false };

test.each<[string, Record<string, Gate>, Partial<Treatment>, string[]]>([
  ["once its question has its yes", { Q2: { ...answered, offer: true } }, {}, []],
  ["while its question is unanswered", { Q2: { ...unanswered, offer: null } }, {}, []],
  ["while the question it names does not exist", {}, {}, []],
  ["when its question does not ask whether it may be offered", { Q2: answered }, {}, []],
  ["whatever is said of other treatments", { Q2: answered, Q9: declined }, {}, []],
  [
    "but not when its file or an answer says no",
    { Q2: declined },
    { notOffered: true },
    ["its file says notOffered", 'Q2 says "offer: no"'],
  ],
])("a treatment is offered %s", (_, gates, change, expected) => {
  const asked = { ...sample, gates: ["Q2"], ...change };
  expect(offerBlockers({ studio: { ...studio, gates } }, asked)).toEqual(expected);
});

describe("the words of other pages", () => {
  const named = (slug: string, name: string, words: string[] = [], alternateName?: string) => ({
    ...sample,
    slug,
    name,
    words,
    alternateName,
    notOffered: true,
    gates: [],
  });
  const all = [
    named("needling", "Microneedling"),
    named("heated", "RF Microneedling", ["radiofrequency"]),
    named("deep", "Deep Eight", ["radiofrequency"]),
    named("pen", "Plasma Pen", ["plasma"], "Fibroblast, Arc pen"),
    named("pens", "Plasma Pen Plus"),
    named("blood", "PRP", ["platelet-rich plasma"]),
  ];
  const answers = { Q2: declined, Q3: { ...unanswered, offer: null } };
  const item = { name: "Salt Bath", line: "warm", gates: ["Q2"], words: ["brine"], source: "specification" as const };
  const offers = (...offered: string[]): Content => ({
    ...content,
    studio: { ...studio, gates: answers },
    treatments: new Map(all.map((one) => [one.slug, { ...one, notOffered: !offered.includes(one.slug) }])),
    paths: paths.map((path) => ({ ...path, treatments: [item] })),
  });

  test.each<[string, string[], string, string[]]>([
    ["that name what is offered", ["pen"], "First this. The plasma pen next.", []],
    ["that name something else", ["blood"], "First this. The plasma pen next. Then?", ["The plasma pen next."]],
    ["with another word for it", [], "An Arc-Pen! Or a rest.", ["An Arc-Pen!"]],
    ["with a longer name that holds a shorter", ["heated"], "RF microneedling.", []],
    ["with a longer name that begins with a shorter", ["pens"], "The plasma pen plus.", []],
    ["with the shorter name of an offered longer one", ["heated"], "Microneedling.", ["Microneedling."]],
    ["whose word is shared by something offered", ["deep"], "Radiofrequency heat.", []],
    ["where a name is part of another word", [], "A plasmatic prpose.", []],
    ["that name what has no page and a question answered no", [], "Brine, then rest.", ["Brine, then rest."]],
  ])("sentences %s are listed or not", (_, offered, text, expected) => {
    const given = offers(...offered);
    given.site = { ...given.site, footer: { ...given.site.footer, blurb: text } };
    const listed = listUnofferedNames(given).filter(({ field }) => field === "footer.blurb");
    expect(listed.map(({ params }) => params && "sentence" in params && params.sentence)).toEqual(expected);
  });

  test("words give way to their short form while something that it is for is not offered, and are never cut", () => {
    const lede = { parts: ["The ", { bold: "plasma pen" }] };
    const words = (dependent: object) => ({ lede: [lede], ledeWithout: { ...dependent, text: [] } });
    const keep = offeredOnly(offers("pen"));
    expect(keep([words({ for: ["pen"] }), words({ gates: ["Q3"] }), { lede }])).toEqual([
      { lede: [lede] },
      { lede: [lede] },
      { lede },
    ]);
    expect(keep([words({ for: ["pen", "blood"] }), words({ gates: ["Q2"] })])).toEqual([{ lede: [] }, { lede: [] }]);
  });

  test("an entry for a treatment that is not offered, or for a question answered no, is left out whole", () => {
    const entries = [
      { title: "Both", for: ["needling", "pen"] },
      { title: "One", for: ["pen"] },
      { title: "No", gates: ["Q2"] },
      { title: "Open", gates: ["Q3"] },
      "Plasma",
    ];
    expect(offeredOnly(offers("pen"))({ entries }).entries).toEqual([
      { title: "One" },
      { title: "Open", gates: ["Q3"] },
      "Plasma",
    ]);
  });
});

describe("a treatment in two versions", () => {
  const prose = (text: string) => ({ parts: [text] });
  const words = (text: string, gates: string[]) => ({
    gates,
    summary: `${text} summary`,
    whatIs: [prose(`${text} is`)],
    aftercare: [prose(`${text} after`)],
    rare: [prose(`${text} rare`)],
    notDone: [prose(`${text} no`)],
    askDoctor: [],
    tellMe: [],
  });
  const both: Treatment = {
    ...sample,
    versions: { pierces: words("Pierced", ["Q2"]), doesNotPierce: words("Smooth", []) },
  };

  test.each([
    ["pierces", "Pierced", ["Q2"]],
    ["does not pierce", "Smooth", []],
    [undefined, "Pierced", ["Q2"]],
  ] as const)("shows the words of one (%s), and waits for its questions", (version, text, gates) => {
    const shown = applyVersion({ ...both, version });
    expect(shown.summary).toBe(`${text} summary`);
    expect(shown.body.whatIs.text.at(-1)).toEqual({ kind: "paragraph", text: prose(`${text} is`) });
    expect(shown.body.risks.rare.at(-1)).toEqual(prose(`${text} rare`));
    expect(shown.body.before.notDone.at(-1)).toEqual(prose(`${text} no`));
    expect(shown.body.before.aftercare[0]).toEqual({ kind: "paragraph", text: prose(`${text} after`) });
    expect(shown.suitability).toBe(both.suitability);
    expect(questionsOf({ ...both, gates: [], version })).toEqual(gates);
  });
});
