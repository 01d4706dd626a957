import { expect, test } from "vitest";
import type { Content } from "../content.ts";
import { readContent } from "../read-content.ts";
import { hiddenReason, launchGroups, listLaunchItems, publishingBlockers, suggestedAdditions } from "./launch-check.ts";

const settled = readContent("tests/example-studio");

/** Lists what remains to be settled after a change to the settled studio, each item in one line. */
function itemsAfter(change: (content: Content) => void) {
  const content = structuredClone(settled);
  change(content);
  return listLaunchItems(content).map(({ group, file, field, message }) => `${group} ${file} ${field}: ${message}`);
}

const openQuestion = { question: "Is it so?", answer: null, date: null, initials: null };

const answeredQuestion = { question: "Is it so?", answer: "Yes.", date: "2026-12-01", initials: "CV" };
const unproven: [string, Content["studio"]["gates"][string] | undefined][] = [
  ["no such question", undefined],
  ["a no", { ...answeredQuestion, answer: "No, I do not know.", proof: null }],
];

test("a settled studio has nothing left", () => {
  expect(itemsAfter(() => {})).toEqual([]);
});

test.each<[string, (content: Content) => void, string[]]>([
  [
    "a question without an answer names all that is missing and the treatments that wait for it",
    ({ studio, treatments }) => {
      studio.gates = { Q2: { ...openQuestion, offer: null } };
      for (const slug of ["blue-light", "lactic-peel"]) Object.assign(treatments.get(slug) ?? {}, { gates: ["Q2"] });
    },
    [
      "questions studio.yaml gates.Q2: Is it so? (about Blue Light, Lactic Peel, Collagen Needling) Missing: answer, date, initials, offer.",
    ],
  ],
  [
    "a question that an item without a page waits for",
    ({ studio, paths }) => {
      studio.gates = { Q2: { ...openQuestion, offer: null } };
      for (const path of paths)
        for (const item of path.treatments) if ("name" in item) Object.assign(item, { gates: ["Q2"] });
    },
    [
      "questions studio.yaml gates.Q2: Is it so? (about Collagen Needling, Harbour Foot Soak) Missing: answer, date, initials, offer.",
    ],
  ],
  [
    "a yes that asks for a line in the file of a treatment",
    ({ treatments }) => Object.assign(treatments.get("collagen-needling") ?? {}, { performedBy: undefined }),
    [
      "questions treatments/collagen-needling.md performedBy: is missing, and question Q2 asks for it. Write it for Collagen Needling, or do not offer it.",
    ],
  ],
  [
    "no such line where the treatment is not offered",
    ({ treatments }) =>
      Object.assign(treatments.get("collagen-needling") ?? {}, { performedBy: undefined, notOffered: true }),
    [],
  ],
  [
    "a question that no treatment waits for",
    ({ studio }) => Object.assign(studio.gates, { Q7: { ...openQuestion, answer: "Yes.", date: "2026-12-01" } }),
    ["questions studio.yaml gates.Q7: Is it so? Missing: initials."],
  ],
  [
    "an answer that is a no",
    ({ studio }) =>
      Object.assign(studio.gates, {
        Q7: { question: "Is it so?", answer: "No, never.", date: "2026-12-01", initials: "CV" },
      }),
    ['questions studio.yaml gates.Q7: Is it so? "No, never." is a no, which does not let the site go public.'],
  ],
  [
    "a no to whether something may be offered is an answer",
    ({ studio }) =>
      Object.assign(studio.gates, {
        Q7: { question: "Is it so?", answer: "No, never.", date: "2026-12-01", initials: "CV", offer: false },
      }),
    [],
  ],
  [
    "a question that asks for proof without its day",
    ({ studio }) => Object.assign(studio.gates, { Q8: { ...answeredQuestion, proof: null } }),
    ["questions studio.yaml gates.Q8: Is it so? Missing: proof."],
  ],
  [
    "a no to a question that asks for proof is an answer",
    ({ studio }) => Object.assign(studio.gates, { Q8: { ...answeredQuestion, answer: "No.", proof: null } }),
    [],
  ],
  ...unproven.map(([name, gate]): [string, (content: Content) => void, string[]] => [
    `words that wait for a question, with ${name}`,
    ({ studio, claims, pages }) => {
      if (gate) studio.gates.Q8 = gate;
      claims.untilAnswered = [{ say: "lower prices than", question: "Q8" }];
      pages.about.promise.heading = "Lower prices than elsewhere.";
    },
    [
      expect.stringContaining(
        'claims pages/about.yaml promise.heading: says "Lower prices than", and question Q8 has no proof of it.',
      ),
    ],
  ]),
  [
    "words that wait for a question, with an answer and the day of its proof",
    ({ studio, claims, pages }) => {
      studio.gates.Q8 = { ...answeredQuestion, proof: "2026-11-30" };
      claims.untilAnswered = [{ say: "lower prices than", question: "Q8" }];
      pages.about.promise.heading = "Lower prices than elsewhere.";
    },
    [],
  ],
  [
    "a sample is named once, whatever it says",
    ({ studio }) => Object.assign(studio, { phone: { value: "029 2018 0142", source: "sample" } }),
    ["placeholders studio.yaml phone: 029 2018 0142 is a sample. Replace it, then delete its source line."],
  ],
  [
    "a sample that is a placeholder and says the sample name is one thing to settle",
    ({ studio }) =>
      Object.assign(studio, { sampleNames: ["Willow"], email: { value: "willow@Willow.example", source: "sample" } }),
    ["placeholders studio.yaml email: willow@Willow.example is a sample. Replace it, then delete its source line."],
  ],
  [
    "a sample hides no sample name beside it",
    ({ studio }) =>
      Object.assign(studio, {
        sampleNames: ["Willow"],
        phone: { value: "029 2018 0142", source: "sample" },
        area: "Willow Bay",
      }),
    [
      "placeholders studio.yaml phone: 029 2018 0142 is a sample. Replace it, then delete its source line.",
      "placeholders studio.yaml area: still says the sample name, Willow.",
    ],
  ],
  [
    "a sample hides no placeholder beside it",
    ({ studio }) =>
      Object.assign(studio, { phone: { value: "029 2018 0142", source: "sample" }, area: "shore.example" }),
    [
      "placeholders studio.yaml phone: 029 2018 0142 is a sample. Replace it, then delete its source line.",
      "placeholders studio.yaml area: shore.example holds a placeholder.",
    ],
  ],
  [
    "a placeholder in the words, other than those the site fills in",
    ({ studio }) => Object.assign(studio, { area: "Near {town}, {brand}" }),
    ["placeholders studio.yaml area: Near {town}, {brand} holds a placeholder."],
  ],
  ["the site's own placeholders are fine", ({ studio }) => Object.assign(studio, { area: "{brand}, {phone}" }), []],
  [
    "an example address",
    ({ studio }) => Object.assign(studio, { area: "shore.example" }),
    ["placeholders studio.yaml area: shore.example holds a placeholder."],
  ],
  [
    "a phone number that no phone has",
    ({ studio }) => Object.assign(studio, { area: "029 555-0142" }),
    ["placeholders studio.yaml area: 029 555-0142 holds a placeholder."],
  ],
  [
    "a sample name anywhere but in the brand itself",
    ({ studio }) =>
      Object.assign(studio, { sampleNames: ["Tideline Skin Rooms"], area: "Tideline Skin Rooms, Cardiff" }),
    ["placeholders studio.yaml area: still says the sample name, Tideline Skin Rooms."],
  ],
  [
    "two numbers that differ",
    ({ studio }) => Object.assign(studio, { phoneE164: "+442920180143" }),
    ["placeholders studio.yaml phoneE164: is not the number in phone. Empty it, and phones dial that number."],
  ],
  [
    "a logo that is still the initial of another name",
    ({ studio }) => Object.assign(studio, { shortName: "Solveig" }),
    [
      "placeholders studio.yaml mark.letter: is T, but the studio is called Solveig. Change it, and remove its strokes and light.",
    ],
  ],
  [
    "a page of reviews that still speaks of samples",
    ({ pages }) => Object.assign(pages.testimonials, { description: "A sample of what clients say." }),
    ["placeholders pages/testimonials.yaml description: still speaks of samples."],
  ],
  [
    "a review that is a sample, of which its page may speak",
    ({ pages, testimonials }) => {
      Object.assign(pages.testimonials, { description: "A sample of what clients say." });
      Object.assign(testimonials[1] ?? {}, { source: "sample", consent: undefined });
    },
    ["reviews testimonials.yaml testimonials[2]: Tomos R. is an invented sample."],
  ],
  [
    "a review nobody agreed to",
    ({ testimonials }) => Object.assign(testimonials[0] ?? {}, { consent: undefined }),
    ["reviews testimonials.yaml testimonials[1]: Nerys O. has no consent: say how it was given and on which day."],
  ],
  [
    "a name that is none",
    ({ testimonials }) => Object.assign(testimonials[0] ?? {}, { name: "Test Client" }),
    ["reviews testimonials.yaml testimonials[1]: Test Client does not look like a client's name."],
  ],
  [
    "drawings that nobody signed for",
    (content) => {
      content.illustrationsAccepted = false;
      content.results = content.results.slice(0, 2);
    },
    ["gallery results.yaml results[2]: Collagen Needling, Both cheeks shows drawings, not a client."],
  ],
  [
    "one photograph that is called a drawing, while the page still has drawings to speak of",
    ({ images }) => Object.assign(images["result-1-before"] ?? {}, { alt: "A drawn cheek." }),
    [
      'gallery images/images.yaml result-1-before.alt: says "drawn", but 1 of the cards show photographs. Say what they are.',
    ],
  ],
  [
    "photographs on every card, while the page still speaks of drawings",
    ({ results, pages }) => {
      for (const result of results) Object.assign(result, { shows: results[0]?.shows });
      Object.assign(pages.results ?? {}, {
        description: "Illustrated.",
        disclaimer: "Not a client.",
        lede: "All drawn.",
        footnote: "A drawing.",
      });
    },
    ["description", "disclaimer", "lede", "footnote"].map(
      (field, index) =>
        `gallery pages/results.yaml ${field}: says "${["Illustrated", "Not a client", "drawn", "drawing"][index]}", but 4 of the cards show photographs. Say what they are.`,
    ),
  ],
  [
    "a careful guess",
    ({ studio }) =>
      Object.assign(studio, { email: { value: "hello@tideline.test", note: "daily", source: "proposed" } }),
    ["facts studio.yaml email: hello@tideline.test, daily. Is this so?"],
  ],
  [
    "answers about suitability that nobody has settled",
    ({ treatments }) => Object.assign(treatments.get("blue-light") ?? {}, { suitabilityIs: "proposed" }),
    [
      "suitability treatments/blue-light.md suitabilityIs: the seven answers of Blue Light are proposed. Check each one against your manuals.",
    ],
  ],
  [
    "a policy that changed after the day it was adopted",
    ({ pages, studio }) => {
      Object.assign(pages.privacy, { updated: "2026-12-02", lastUpdated: "2026-12-01" });
      Object.assign(studio.gates.Q3 ?? {}, { date: "2026-12-01" });
    },
    [
      "privacy pages/privacy.md lastUpdated: is 2026-12-01, but the text changed on 2026-12-02. Write the day you adopted this text, or wordingLabel, with which the page shows both days.",
    ],
  ],
  [
    "a policy that shows an old date alone, though its question was answered on the day it changed",
    ({ pages, studio }) => {
      Object.assign(pages.privacy, { updated: "2026-12-02", lastUpdated: "2026-12-01" });
      Object.assign(studio.gates.Q3 ?? {}, { date: "2026-12-02" });
    },
    [
      "privacy pages/privacy.md lastUpdated: is 2026-12-01, but the text changed on 2026-12-02. Write the day you adopted this text, or wordingLabel, with which the page shows both days.",
    ],
  ],
  [
    "a policy that shows both days and whose question was answered on the later",
    ({ pages, studio }) => {
      Object.assign(pages.privacy, { updated: "2026-12-02", lastUpdated: "2026-12-01", wordingLabel: "worded" });
      Object.assign(studio.gates.Q3 ?? {}, { date: "2026-12-02" });
    },
    [],
  ],
  [
    "a policy that shows both days and whose question was answered before the later",
    ({ pages, studio }) => {
      Object.assign(pages.privacy, { updated: "2026-12-02", lastUpdated: "2026-12-01", wordingLabel: "worded" });
      Object.assign(studio.gates.Q3 ?? {}, { date: "2026-12-01" });
    },
    [
      "privacy pages/privacy.md lastUpdated: is 2026-12-01, but the text changed on 2026-12-02. Answer the question about it after that day, or write the day you adopted this text.",
    ],
  ],
  [
    "a policy that changed, whose question was answered without a day",
    ({ pages, studio }) => {
      Object.assign(pages.privacy, { updated: "2026-12-02", lastUpdated: "2026-12-01" });
      Object.assign(studio.gates.Q3 ?? {}, { question: "Is it so?", date: null });
    },
    [
      "questions studio.yaml gates.Q3: Is it so? Missing: date.",
      "privacy pages/privacy.md lastUpdated: is 2026-12-01, but the text changed on 2026-12-02. Write the day you adopted this text, or wordingLabel, with which the page shows both days.",
    ],
  ],
  [
    "a link that is not safe",
    ({ studio }) => Object.assign(studio, { area: "http://tideline.test" }),
    ["links studio.yaml area: http://tideline.test must start with https://"],
  ],
  [
    "the front page of a network in place of a profile",
    ({ studio }) => Object.assign(studio.social, { name: "Instagram", url: "https://www.instagram.com/" }),
    ["links studio.yaml social.url: https://www.instagram.com/ is the front page of Instagram, not your profile."],
  ],
  [
    "a claim",
    ({ studio }) => Object.assign(studio, { area: "Guaranteed calm" }),
    ['claims studio.yaml area: says "Guaranteed". Say what can be shown to be true.'],
  ],
])("the launch check lists the right items for %s", (_, change, expected) => {
  expect(itemsAfter(change)).toEqual(expected);
});

test("publishing is blocked only on a public, launched site, and the file's line is named", () => {
  const content = structuredClone(settled);
  const [address, launched] = ["https://www.tideline.test", { date: "2026-12-01", initials: "CV" }];
  const blockers = (site: string) => publishingBlockers("tests/example-studio", content, site);
  Object.assign(content.studio, { phoneE164: "+442920180143", area: "miracle bay" });
  content.claims.forbidden.push("cardiff bay", "miracle");
  expect(blockers(address)).toEqual([]);
  Object.assign(content.studio, { launched });
  expect(blockers("http://localhost:3000")).toEqual([]);
  const found = blockers(address).map(({ message, location }) => [message.split(" ")[0], location?.lineText]);
  expect(found).toContainEqual(["'phoneE164'", undefined]);
  expect(found).toContainEqual(["'area'", undefined]);
  expect(found).toContainEqual(["'description'", expect.stringContaining("Cardiff Bay")]);
});

test("a claim says why it is refused and what to say instead, where its rule does", () => {
  const content = structuredClone(settled);
  Object.assign(content.studio, { area: "Miracle calm, guaranteed" });
  content.claims.forbidden.push({ say: "miracle", why: "Nobody can show it.", instead: "real" });
  const claims = listLaunchItems(content).map(({ why, instead, ...item }) => [item.phrase, { why, instead }]);
  expect(Object.fromEntries(claims)).toEqual({
    guaranteed: { why: undefined, instead: undefined },
    Miracle: { why: "Nobody can show it.", instead: "real" },
  });
  expect(listLaunchItems(content).map((item) => "instead" in item)).toEqual([false, true]);
});

test("every group of launch items has a title of its own", () => {
  const titles = Object.values(launchGroups);
  expect(titles.filter((title) => title.length < 10)).toEqual([]);
  expect(new Set(titles).size).toBe(titles.length);
});

test("facts that visitors look for are suggested until they are filled in", () => {
  const content = structuredClone(settled);
  Object.assign(content.studio, { more: { parking: "On the quay" } });
  for (const treatment of content.treatments.values()) Object.assign(treatment, { priceFrom: "£60" });
  const unpriced = [content.treatments.get("blue-light"), content.treatments.get("lactic-peel")];
  for (const treatment of unpriced) Object.assign(treatment ?? {}, { priceFrom: undefined });
  const added = suggestedAdditions(content);
  expect(added.map(({ field }) => field)).not.toContain("more.parking");
  expect(added).toContainEqual({ file: "studio.yaml", field: "more.payment", value: "" });
  expect(added.at(-1)).toEqual({ file: "treatments", field: "priceFrom", value: "blue-light, lactic-peel" });
  for (const treatment of unpriced) Object.assign(treatment ?? {}, { priceFrom: "£40" });
  expect(suggestedAdditions(content).map(({ field }) => field)).not.toContain("priceFrom");
});

test.each<[number, boolean, string, string | undefined]>([
  [2, false, "https://www.tideline.test", "2 things are left to settle before launch (npm run launch-check)"],
  [1, false, "https://www.tideline.test", "1 thing is left to settle before launch (npm run launch-check)"],
  [
    0,
    false,
    "https://www.tideline.test",
    "everything is settled, but the site has not been launched yet (npm run launch-check)",
  ],
  [2, true, "https://www.tideline.test", undefined],
  [2, false, "http://localhost:3000", undefined],
])("with %i things left, launched: %s, the site at %s is hidden because %s", (left, launched, site, reason) => {
  const content = structuredClone(settled);
  for (const review of content.testimonials.slice(0, left)) Object.assign(review, { consent: undefined });
  if (launched) Object.assign(content.studio, { launched: { date: "2026-12-01", initials: "CV" } });
  expect(hiddenReason(content, site)).toBe(reason);
});
