import { expect, test } from "vitest";
import { home, openTestEditor, set } from "../../../tests/kit/test-editor.ts";
import { dialledNumber } from "../../content/phone.ts";
import type { Edit } from "./api-types.ts";

/** The example studio on the internet, after its launch: whatever the launch check refuses now stops a save. */
function openLaunched() {
  const fixture = openTestEditor({ siteUrl: "https://www.tideline.test" });
  fixture.write("studio.yaml", `${fixture.read("studio.yaml")}launched: { date: 2026-12-01, initials: CV }\n`);
  return fixture;
}

test("after the launch the phone number is changed in one field, and phones dial the new one", () => {
  const { save, editor } = openLaunched();
  expect(save("studio.yaml", [set("phone", "029 2018 0199")])).toHaveProperty("saved");
  const studio = editor.store.validContent()?.studio;
  expect(studio && dialledNumber(studio)).toBe("+442920180199");
  expect(editor.saving.form("studio.yaml").drafts).toEqual([]);
});

test("a refusal is said at the field that was edited, and two drafts that belong together are saved together", async () => {
  const { save, read, replace, editor } = openLaunched();
  replace("studio.yaml", "phone: 029 2018 0142", 'phone: 029 2018 0142\nphoneE164: "+442920180142"');
  const refused = save("studio.yaml", [set("phone", "029 2018 0199")]);
  const message = "What a phone dials: is not the number in phone. Empty it, and phones dial that number.";
  expect(refused).toMatchObject({ savedAsDraft: { problems: [{ path: "phone", message, blocking: true }] } });
  expect(editor.saving.form("studio.yaml").drafts).toMatchObject([{ path: "phone", problems: [{ message }] }]);
  expect((await editor.site()).problems).toMatchObject([{ file: "studio.yaml", path: "phone", message }]);
  // A draft that is wrong in itself waits on, and holds nothing else back.
  expect(save(home, [set("hero/note", "A guaranteed result.")])).toHaveProperty("savedAsDraft");

  expect(save("studio.yaml", [set("phoneE164", "+442920180199")])).toHaveProperty("saved");
  expect(read("studio.yaml")).toMatch(/phone: 029 2018 0199\nphoneE164: "\+442920180199"/);
  expect(editor.saving.form("studio.yaml").drafts).toEqual([]);
  expect((await editor.site()).problems).toMatchObject([{ file: home, path: "hero/note" }]);
});

test("after the launch a new review is a draft, with its reason, until its consent is there", () => {
  const { save, read, editor } = openLaunched();
  const at = editor.store.validContent()?.testimonials.length ?? 0;
  const review = {
    name: "Nia P.",
    treatment: "Sea Clay Facial",
    path: "calm",
    rating: 5,
    text: "Kind.",
    source: "sample",
  };
  const { path } = editor.store.validContent()?.testimonials[0] ?? { path: "" };
  const add: Edit = { do: "add", path: "testimonials", at, value: { ...review, path } };
  const problemsOf = (edits: Edit[]) => {
    const result = save("testimonials.yaml", edits);
    return "savedAsDraft" in result ? result.savedAsDraft.problems.map((one) => `${one.path}: ${one.message}`) : [];
  };
  expect(problemsOf([add])).toEqual([`testimonials/${at}: Nia P. is an invented sample.`]);
  const verified = [add, set(`testimonials/${at}/source`, "verified")];
  expect(problemsOf(verified)).toEqual([
    `testimonials/${at}: Nia P. has no consent: say how it was given and on which day.`,
  ]);
  expect(editor.saving.form("testimonials.yaml").drafts).toHaveLength(1);
  expect(read("testimonials.yaml")).not.toContain("Nia P.");
  const consent = { how: "written", on: "2026-12-02" };
  expect(problemsOf([...verified, set(`testimonials/${at}/consent`, consent)])).toEqual([]);
  expect(read("testimonials.yaml")).toContain("Nia P.");
  expect(editor.saving.form("testimonials.yaml").drafts).toEqual([]);
});
