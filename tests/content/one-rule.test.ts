import { expect, test } from "vitest";
import { applyVersion } from "../../src/content/offer.ts";
import { readContent } from "../../src/content/read-content.ts";
import { plainText } from "../../src/content/schemas/prose.ts";
import type { Situation } from "../../src/content/schemas/treatment-schema.ts";
import { addSharedLines } from "../../src/content/shared-lines.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readFolders } from "../../src/settings/settings.ts";

/**
 * What a visitor is told about her body holds for any words of the owner. One question has one answer on all pages: a
 * treatment's text may name a subject of a shared rule only in lists that do not contradict it, and its lists agree with
 * its seven answers.
 */
const content = readContent(readFolders(loadEnvironment()).contentFolder);
const pages = [...content.treatments.values()].map((treatment) => {
  const shown = applyVersion(treatment);
  const body = addSharedLines(shown, content.pages.treatment);
  const textOf = (list: "notDone" | "askDoctor" | "tellMe") => body.before[list].map(plainText).join("\n");
  return {
    slug: treatment.slug,
    suitability: shown.suitability,
    rules: treatment.rules,
    numbing: treatment.numbingCream,
    canBurn: treatment.canBurn,
    risks: body.risks,
    everything: JSON.stringify(body),
    lists: { notDone: textOf("notDone"), askDoctor: textOf("askDoctor"), tellMe: textOf("tellMe") },
  };
});

/** What a page says of a subject, and the lists in which it may say so. */
const subjects: [subject: RegExp, lists: ("notDone" | "askDoctor" | "tellMe")[]][] = [
  [/doxycycline/i, ["notDone"]],
  [/bleeding condition/i, ["notDone", "askDoctor"]],
  [/psoriasis or vitiligo/i, ["askDoctor"]],
  [/ever had cold sores/i, ["askDoctor"]],
  [/glucose sensor/i, ["notDone"]],
  [/bony rim|eyelid/i, ["notDone"]],
  [/numbing cream on at home/i, ["notDone"]],
  [/tattoo, permanent makeup or a mole|contact lenses/i, ["tellMe"]],
];

test.each(subjects)("%s is answered alike on every page that names it", (subject, allowed) => {
  const elsewhere = pages.flatMap(({ slug, lists }) =>
    (["notDone", "askDoctor", "tellMe"] as const)
      .filter((list) => !allowed.includes(list) && subject.test(lists[list]))
      .map((list) => `${slug}: ${list}`),
  );
  expect(elsewhere).toEqual([]);
});

const namesOf: Partial<Record<Situation, RegExp>> = {
  pregnant: /\bpregnan/i,
  breastfeeding: /breastfeeding/i,
  isotretinoin: /isotretinoin/i,
  bloodThinners: /blood thinner/i,
  implants: /pacemaker|heart device|electronic/i,
};

test.each(pages)("$slug says what its answers say, whom to call, whether it burns, and no more", (page) => {
  const { suitability, lists, risks, canBurn } = page;
  for (const [situation, name] of Object.entries(namesOf) as [Situation, RegExp][]) {
    const { answer } = suitability[situation];
    if (answer === "Not here") expect(lists.notDone).toMatch(name);
    if (answer === "Ask first") expect(`${lists.askDoctor}\n${lists.tellMe}`).toMatch(name);
    if (answer === "Yes") expect(lists.notDone).not.toMatch(name);
  }
  expect(JSON.stringify(risks.worry)).toMatch(/\b[18]11\b/);
  const namesBurn = risks.rare.some((risk) => /\bburns?\b/i.test(plainText(risk).split(". ")[0] ?? ""));
  if (namesBurn) expect(canBurn).toBe(true);
  // An illness that changes nothing is not asked about.
  expect(Object.values(lists).join("\n")).not.toMatch(/\bHIV\b|hepatitis/i);
});

test("raised scars are refused wherever skin is pierced or burned on purpose, and asked about elsewhere", () => {
  const refused = pages.filter(({ lists }) => /keloid/.test(lists.notDone));
  const asked = pages.filter(({ lists }) => /keloid/.test(`${lists.askDoctor}\n${lists.tellMe}`));
  expect(refused.filter((page) => asked.includes(page))).toEqual([]);
  expect(asked.filter(({ rules }) => rules.includes("blood-thinners") && rules.includes("psoriasis"))).toEqual([]);
});

test("whoever may get numbing cream reads its rules and its emergencies", () => {
  for (const { rules, numbing, everything } of pages.filter(({ everything }) => /numbing cream/i.test(everything))) {
    expect(everything).toMatch(/numbing cream on at home/);
    if (numbing) expect(rules).toEqual(expect.arrayContaining(["home-numbing", "numbing"]));
  }
});
