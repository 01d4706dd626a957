import { expect, test } from "vitest";
import { readContent } from "./read-content.ts";
import type { Inline } from "./schemas/prose.ts";
import { addSharedLines } from "./shared-lines.ts";

const { treatments, pages } = readContent("tests/example-studio");
const words = pages.treatment;

function bodyOf(slug: string, changes: { rules?: string[]; canBurn?: boolean; numbingCream?: boolean }) {
  const treatment = treatments.get(slug);
  if (!treatment) throw new Error(`There is no treatment at ${slug}`);
  const ambulance = { parts: [{ bold: "Ring 999" }, " if you faint."] };
  const doctor = { parts: [{ bold: "Ring 111" }, " if it spreads."] };
  const studio = { parts: [{ bold: "Ring me" }, " about a crust."] };
  const risks = { ...treatment.body.risks, worry: [{ kind: "list" as const, items: [ambulance, doctor, studio] }] };
  return addSharedLines({ ...treatment, ...changes, body: { ...treatment.body, risks } }, words);
}

test("a rule that a treatment names is in the list that the rule belongs to, before its own points", () => {
  const own = treatments.get("blue-light")?.body.before;
  const { before } = bodyOf("blue-light", { rules: ["scars", "tan"] });
  const [tan, scars] = words.before.rules.map(({ text }) => text);
  expect(before.notDone).toEqual([tan, ...(own?.notDone ?? [])]);
  expect(before.askDoctor).toEqual([scars, ...(own?.askDoctor ?? [])]);
  expect(before.tellMe).toEqual(own?.tellMe);
});

test("a page that can burn says first aid and sends to a doctor before the studio is named", () => {
  const { risks } = bodyOf("blue-light", { canBurn: true });
  expect(risks.firstAid).toEqual([{ kind: "paragraph", text: { parts: [words.risks.burn] } }]);
  expect(callsOf(risks)).toEqual(["Ring 999", "Ring 111", "See your doctor today, or ring 111,", "Ring me"]);
});

test("a page with numbing cream says its emergencies right after the first call, and any other page does not", () => {
  const numbing = bodyOf("blue-light", { numbingCream: true }).risks;
  expect(callsOf(numbing)).toEqual(["Ring 999", "Ring 999", "Ring 111", "Ring me"]);
  expect(callsOf(bodyOf("blue-light", {}).risks)).toEqual(["Ring 999", "Ring 111", "Ring me"]);
});

/** What each line begins with, in bold. */
const callsOf = ({ worry }: ReturnType<typeof bodyOf>["risks"]) =>
  worry.flatMap((block) => (block.kind === "list" ? block.items.map(({ parts: [call = ""] }) => boldOf(call)) : []));
const boldOf = (call: Inline) => (typeof call === "object" ? Object.values(call)[0] : call);
