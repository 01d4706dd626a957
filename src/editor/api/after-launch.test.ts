import { expect, test } from "vitest";
import { openTestEditor, set } from "../../../tests/kit/test-editor.ts";
import { dialledNumber } from "../../content/phone.ts";

/** The example studio on the internet, after its launch: whatever the launch check refuses now stops a save. */
function openLaunched() {
  const fixture = openTestEditor({ siteUrl: "https://www.tideline.test" });
  fixture.write("studio.yaml", `${fixture.read("studio.yaml")}launched: { date: 2026-12-01, initials: CV }\n`);
  return fixture;
}

test("the phone number is changed in one field, and a refusal is said there, with the field to mend: both are saved together", () => {
  const { save, read, replace, editor } = openLaunched();
  const phone = set("phone", "029 2018 0199");
  expect(save("studio.yaml", [phone])).toHaveProperty("saved");
  const studio = editor.store.validContent()?.studio;
  expect(studio && dialledNumber(studio)).toBe("+442920180199");
  replace("studio.yaml", /phone: .*/, 'phone: 029 2018 0142\nphoneE164: "+442920180142"');
  const message = "What a phone dials: it is not the number in phone. Empty it, and phones dial that number.";
  const mendAt = { file: "studio.yaml", path: "phoneE164", label: "What a phone dials" };
  expect(save("studio.yaml", [phone])).toMatchObject({ refused: [{ path: "phone", message, blocking: true, mendAt }] });
  // What is wrong in itself waits on, and holds nothing else back.
  const waiting = [phone, set("shortName", "A guaranteed result")];
  expect(save("studio.yaml", [set("phoneE164", "+442920180199")], waiting)).toMatchObject({
    saved: { paths: ["phone", "phoneE164"] },
  });
  expect(read("studio.yaml")).toMatch(/phone: 029 2018 0199\nphoneE164: "\+442920180199"/);
});

test("after the launch a treatment is taken off at once, and the sentences that name it are listed, not refused", async () => {
  const { save, editor } = openLaunched();
  expect(save("pages/home.yaml", [set("hero/note", "Needling, then tea.")])).toHaveProperty("saved");
  expect(save("treatments/collagen-needling.yaml", [set("notOffered", true)])).toHaveProperty("saved");
  const left = { file: "pages/home.yaml", path: "hero/note", code: "not_offered", blocking: false };
  expect((await editor.site()).problems).toMatchObject([left]);
});

test("after the launch a new review is refused, with its reason, until its consent is there", () => {
  const { save, read, editor } = openLaunched();
  const all = editor.store.validContent()?.testimonials ?? [];
  const at = all.length;
  const { path } = all[0] ?? { path: "" };
  const review = { name: "Nia P.", treatment: "Sea Clay Facial", path, rating: 5, text: "Kind." };
  const add = (more: object) => {
    const { testimonials } = editor.saving.form("testimonials.yaml").values as { testimonials: unknown[] };
    const result = save("testimonials.yaml", [set("testimonials", [...testimonials, { ...review, ...more }])]);
    return "refused" in result ? result.refused.map((one) => `${one.path}: ${one.message}`) : [];
  };
  expect(add({ source: "sample" })).toEqual([`testimonials/${at}: Nia P. is an invented sample.`]);
  expect(add({ source: "verified" })).toEqual([
    `testimonials/${at}/consent: Nia P. has no consent: say how it was given and on which day.`,
  ]);
  expect(read("testimonials.yaml")).not.toContain("Nia P.");
  expect(add({ source: "verified", consent: { how: "written", on: "2026-12-02" } })).toEqual([]);
  expect(read("testimonials.yaml")).toContain("Nia P.");
});
