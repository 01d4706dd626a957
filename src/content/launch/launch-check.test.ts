import { expect, test } from "vitest";
import type { Content } from "../content.ts";
import { sentenceOf } from "../problem-sentences.ts";
import { readContent } from "../read-content.ts";
import { hiddenReason, type LaunchItem, listLaunchItems, publishingBlockers } from "./launch-check.ts";
import { missingSettings } from "./missing-settings.ts";

const settled = readContent("tests/example-studio");

const open = { question: "Is it so?", answer: null, date: null, initials: null };
const yes = { question: "Is it so?", answer: "Yes.", date: "2026-12-01", initials: "CV" };
const no = { ...yes, answer: "No, never." };
const samplePhone = { value: "029 2018 0142", source: "sample" };

const ask = (gates: Content["studio"]["gates"]) => (content: Content) => Object.assign(content.studio.gates, gates);
const say = (area: string) => (content: Content) => Object.assign(content.studio, { area });
const treatment = (slug: string, change: object) => (content: Content) =>
  Object.assign(content.treatments.get(slug) ?? {}, change);
const review = (at: number, change: object) => (content: Content) =>
  Object.assign(content.testimonials[at] ?? {}, change);
/** Words that may be said only with proof, which question Q8 asks for. */
const claimLowerPrices = ({ claims, pages }: Content) => {
  claims.untilAnswered = [{ say: "lower prices than", question: "Q8" }];
  pages.about.promise.heading = "Lower prices than elsewhere.";
};
const reviewsSpeakOfSamples = ({ pages }: Content) =>
  Object.assign(pages.testimonials, { description: "A sample of what clients say." });
const noNeedling = treatment("collagen-needling", { notOffered: true });
/** A policy whose text changed on the second of December, and a question about it answered on this day. */
const policy = (answered: string | null, words: object) => (content: Content) => {
  Object.assign(content.pages.privacy, { updated: "2026-12-02", lastUpdated: "2026-12-01", ...words });
  Object.assign(content.studio.gates.Q3 ?? {}, { question: "Is it so?", date: answered });
};

type Change = (content: Content) => unknown;
const changes: Record<string, Change | Change[]> = {
  "a settled studio": [],
  "a question without an answer, for which treatments wait": [
    ask({ Q2: { ...open, offer: null } }),
    treatment("blue-light", { gates: ["Q2"] }),
  ],
  "a question that an item without a page waits for": [
    ask({ Q2: { ...open, offer: null } }),
    ({ paths }) => Object.assign(paths[1]?.treatments[1] ?? {}, { gates: ["Q2"] }),
  ],
  "a yes that asks for a line in the file of a treatment": treatment("collagen-needling", { performedBy: undefined }),
  "no such line where the treatment is not offered": treatment("collagen-needling", {
    performedBy: undefined,
    notOffered: true,
  }),
  "an answer without initials": ask({ Q7: { ...yes, initials: null } }),
  "an answer that is a no": ask({ Q7: no }),
  "an answer that is not yet a yes": ask({ Q7: { ...yes, answer: "Not yet." } }),
  "a no to whether something may be offered": ask({ Q7: { ...no, offer: false } }),
  "a question that asks for proof, without its day": ask({ Q8: { ...yes, proof: null } }),
  "a no to a question that asks for proof": ask({ Q8: { ...no, proof: null } }),
  "words that wait for a question that is not there": claimLowerPrices,
  "words that wait for a question that was answered with a no": [claimLowerPrices, ask({ Q8: { ...no, proof: null } })],
  "words whose question has the day of its proof": [claimLowerPrices, ask({ Q8: { ...yes, proof: "2026-11-30" } })],

  "a sample": ({ studio }) => Object.assign(studio, { phone: samplePhone }),
  "a sample that holds a placeholder and the sample name": ({ studio }) =>
    Object.assign(studio, { sampleNames: ["Willow"], email: { value: "willow@Willow.example", source: "sample" } }),
  "a sample beside a sample name": ({ studio }) =>
    Object.assign(studio, { sampleNames: ["Willow"], phone: samplePhone, area: "Willow Bay" }),
  "a sample beside a placeholder": ({ studio }) => Object.assign(studio, { phone: samplePhone, area: "shore.example" }),
  "a token that the site does not fill in": say("Near {town}, {brand}"),
  "tokens that the site fills in": say("{brand}, {phone}"),
  "a phone number that no phone has": say("029 555-0142"),
  "a sample name anywhere but in the brand itself": ({ studio }) =>
    Object.assign(studio, { sampleNames: ["Tideline Skin Rooms"], area: "Tideline Skin Rooms, Cardiff" }),
  "two numbers that differ": ({ studio }) => Object.assign(studio, { phoneE164: "+442920180143" }),
  "a logo that is the initial of another name": ({ studio }) => Object.assign(studio, { shortName: "Solveig" }),

  "real reviews on a page that speaks of samples": reviewsSpeakOfSamples,
  "a sample among the reviews, of which the page may speak": [
    reviewsSpeakOfSamples,
    review(1, { source: "sample", consent: undefined }),
  ],
  "a review nobody agreed to": review(0, { consent: undefined }),
  "a name that is none": review(0, { name: "Test Client" }),

  "drawings that nobody signed for": (content) => Object.assign(content, { illustrationsAccepted: false }),
  "a photograph that is called a drawing": ({ images }) =>
    Object.assign(images["result-1-before"] ?? {}, { alt: "A drawn cheek." }),
  "photographs alone, on a page that speaks of drawings": ({ results, pages }) => {
    for (const result of results) Object.assign(result, { shows: results[0]?.shows });
    const words = {
      description: "Illustrated.",
      disclaimer: "Not a client.",
      lede: "All drawn.",
      footnote: "A drawing.",
    };
    Object.assign(pages.results ?? {}, words);
  },

  "a careful guess": ({ studio }) =>
    Object.assign(studio, { email: { value: "hello@tideline.test", note: "daily", source: "proposed" } }),
  "answers about suitability that nobody has settled": treatment("blue-light", { suitabilityIs: "proposed" }),

  "a treatment switched off": noNeedling,
  "a treatment switched off of which nobody has settled anything": [
    noNeedling,
    treatment("collagen-needling", { suitabilityIs: "proposed", comfort: { value: "It stings", source: "proposed" } }),
  ],
  "a treatment switched off that a sentence names": [
    noNeedling,
    ({ pages }) =>
      Object.assign(pages.home.hero, {
        text: { parts: ["I begin. Then ", { bold: "fine needles" }, " follow. And rest."] },
      }),
  ],
  "a treatment switched off that a short form names": [
    noNeedling,
    ({ paths }) => Object.assign(paths[2]?.cardWithout ?? {}, { text: "Needling." }),
  ],
  "a treatment switched off that a card names": [
    noNeedling,
    ({ results }) => {
      for (const result of results) delete result.for;
    },
  ],
  "a treatment switched off that the form and a review name": [
    noNeedling,
    ({ pages, testimonials }) => {
      pages.contact.form.heading = "Needling";
      Object.assign(testimonials[0] ?? {}, { text: "Needling was quick." });
    },
  ],

  "a policy that changed after its question was answered": policy("2026-12-01", {}),
  "a policy that shows an old date alone": policy("2026-12-02", {}),
  "a policy that shows both days, answered on the later": policy("2026-12-02", { wordingLabel: "worded" }),
  "a policy that shows both days, answered before the later": policy("2026-12-01", { wordingLabel: "worded" }),
  "a policy whose question was answered without a day": policy(null, {}),

  "nothing that a studio may begin without, and a question about its reviews": [
    (content) => {
      Object.assign(content, { testimonials: [] });
      Object.assign(content.studio, { social: [], reviews: undefined, geo: undefined });
    },
    reviewsSpeakOfSamples,
    ask({ Q9: { ...open, settles: "reviews" } }),
  ],
  "a link that is not safe": say("http://tideline.test"),
  "the front page of a network in place of a profile": ({ studio }) =>
    Object.assign(studio.social[0] ?? {}, { name: "Instagram", url: "https://www.instagram.com/" }),
  "a claim": say("Guaranteed calm"),
  "a claim whose rule says why, and what to say instead": [
    say("Miracle calm"),
    ({ claims }) => claims.forbidden.push({ say: "miracle", why: "Nobody can show it.", instead: "real" }),
  ],
};

test("the launch check lists what is left after each change to a settled studio", async () => {
  const lists = Object.entries(changes).map(([name, change]) => {
    const content = structuredClone(settled);
    for (const one of [change].flat()) one(content);
    const left = listLaunchItems(content).map(inWords);
    return left.length ? [`${name}:`, ...left, ""] : [`${name}: nothing is left`, ""];
  });
  lists.push(["no settings:", ...missingSettings({}).map(inWords), ""]);
  await expect(lists.flat().join("\n")).toMatchFileSnapshot("snapshots/launch-list.txt");
});

const inWords = (item: LaunchItem) =>
  [
    `  ${item.group}: ${item.file} ${item.field}`,
    `    ${sentenceOf(item)}`,
    ...(item.title ? [`      title: ${item.title}`] : []),
    ...(item.code === "claim" ? [`      ${JSON.stringify(item.params)}`] : []),
  ].join("\n");

const address = "https://www.tideline.test";
const launched = { date: "2026-12-01", initials: "CV" };

test("publishing is blocked only on a public, launched site, and the file's line is named", () => {
  const content = structuredClone(settled);
  const blockers = (site: string) => publishingBlockers("tests/example-studio", content, site);
  Object.assign(content.studio, { phoneE164: "+442920180143", area: "miracle bay" });
  content.claims.forbidden.push("cardiff bay", "miracle");
  expect(blockers(address)).toEqual([]);
  Object.assign(content.studio, { launched });
  expect(blockers("http://localhost:3000")).toEqual([]);
  const found = blockers(address).map(({ field, location }) => [field, location?.lineText]);
  expect(found).toContainEqual(["phoneE164", undefined]);
  expect(found).toContainEqual(["area", undefined]);
  expect(found).toContainEqual(["description", expect.stringContaining("Cardiff Bay")]);
});

test.each([
  [2, address, {}, /^2 things are left to settle before launch/],
  [1, address, {}, /^1 thing is left to settle before launch/],
  [0, address, {}, /^everything is settled, but the site has not been launched yet/],
  [2, address, { launched }, /^visible$/],
  [2, "http://localhost:3000", {}, /^visible$/],
])("with %i things left, the site at %s with %j is hidden because %s", (left, site, change, reason) => {
  const content = structuredClone(settled);
  for (const review of content.testimonials.slice(0, left)) delete review.consent;
  Object.assign(content.studio, change);
  expect(hiddenReason(content, site) ?? "visible").toMatch(reason);
});
