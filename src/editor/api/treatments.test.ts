import { expect, test } from "vitest";
import { home, openTestEditor, set } from "../../../tests/kit/test-editor.ts";
import { formatYaml } from "../../content/canonical-yaml.ts";
import { toSlug } from "../../content/slug.ts";
import type { AddTreatmentRequest } from "./api-types.ts";

const mandel: AddTreatmentRequest = {
  name: "Mandelic Peel",
  slug: "mandelic-peel",
  path: "renew",
  line: "a slow acid from almonds",
  related: ["lactic-peel"],
  copyOf: null,
};
const file = "treatments/mandelic-peel.yaml";

test("the address that a name suggests has small letters without accents", () => {
  expect(toSlug("  Crème Peel, No. 2")).toBe("creme-peel-no-2");
});

test.each([
  ["lactic-peel", /another treatment/],
  ["Mandelic", /small letters/],
  ["", /small letters/],
  ["../paths", /small letters/],
  ["x".repeat(61), /sixty/],
])("a new treatment at %s is refused, and nothing is written", (slug, reason) => {
  const { editor, snapshot } = openTestEditor();
  const before = snapshot();
  expect(() => editor.treatments.add({ ...mandel, slug })).toThrow(reason);
  expect(snapshot()).toEqual(before);
});

test.each([null, "lactic-peel"])(
  "a new treatment from %s and its line are one change, which undo and redo take back and make again",
  async (copyOf) => {
    const { editor, snapshot, read, restart, press } = openTestEditor();
    const before = snapshot();
    editor.treatments.add({ ...mandel, copyOf });
    for (const written of [file, "paths.yaml"]) expect(formatYaml(read(written))).toBe(read(written));
    expect(read(file)).toContain("heading: What is Mandelic Peel?");
    expect(read("paths.yaml")).toMatch(/- slug: mandelic-peel\n {8}line: a slow acid from almonds\n$/);
    const added = snapshot();
    const { unpublished, undo, problems } = await editor.site();
    expect([unpublished.length, undo?.words, problems]).toEqual([1, "Mandelic Peel was added", []]);
    press("undo");
    expect(snapshot()).toEqual(before);
    await restart();
    press("redo");
    expect(snapshot()).toEqual(added);
  },
);

test("a copy has no confirmation, price, picture, note or signature of the other, and keeps its questions", () => {
  const { editor, replace, valueAt, read } = openTestEditor();
  const [gate = ""] = Object.keys(editor.store.validContent()?.studio.gates ?? {});
  const own = [
    "# checked in May",
    `gates: [ ${gate} ]`,
    "priceFrom: $90",
    "licence: Peel 12",
    "performedBy: Carys",
    "words: [ milk acid ]",
    "picture: path-renew",
    "reviewedBy: { name: Dr Jones, registration: GMC 1, date: 2026-01-01 }",
  ];
  replace("treatments/lactic-peel.yaml", /^/, `${own.join("\n")}\n`);
  expect(editor.store.currentCheck().problems).toEqual([]);
  editor.treatments.add({ ...mandel, copyOf: "lactic-peel" });
  expect(read(file)).not.toMatch(/settled|\$90|Peel 12|Carys|milk acid|Jones|path-renew|checked in May/);
  expect(valueAt(file, "gates")).toEqual([gate]);
  expect(valueAt(file, "suitabilityIs")).toBe("proposed");
  expect(valueAt(file, "canBurn")).toBe(true);
  for (const fact of ["duration", "downtime", "comfort", "timeline"])
    expect(valueAt(file, `${fact}/source`)).toBe("proposed");
});

test("what is not on the site yet is on no list of what is left, and everything is asked for once it is to be", () => {
  const { editor, save, replace } = openTestEditor({ siteUrl: "https://www.tideline.test" });
  replace("studio.yaml", /$/, "launched: { date: 2026-12-01, initials: CV }\n");
  const before = editor.store.launchItems();
  editor.treatments.add(mandel);
  expect(editor.store.launchItems()).toEqual(before);
  const result = save(file, [set("draft", false)]);
  const codes = "refused" in result ? new Set(result.refused.map(({ code }) => code)) : undefined;
  expect(codes).toEqual(new Set(["placeholder", "proposed", "suitability_proposed"]));
});

test("what mentions a treatment is listed by its field, and a removed one keeps its address in the list, until undo", async () => {
  const { editor, snapshot, read, save, undo } = openTestEditor();
  save(home, [set("hero/note", "A lactic peel, then tea.")]);
  const before = snapshot();
  const places = editor.treatments.mentions("lactic-peel").map((one) => `${one.file} ${one.path}: ${one.message}`);
  expect(places).toContain("pages/home.yaml hero/note: These words name it.");
  expect(places.filter((place) => /testimonials.*for/.test(place))).toEqual([
    expect.stringContaining("This is shown only while it is offered"),
  ]);
  // These go with it.
  expect(places.filter((place) => /lactic-peel\.yaml|related|treatments\/\d+\/slug/.test(place))).toEqual([]);

  editor.treatments.remove("lactic-peel");
  expect(read("paths.yaml")).not.toContain("- slug: lactic-peel\n        line");
  expect(read("paths.yaml")).toMatch(/former:\n {2}- slug: lactic-peel\n {4}name: Lactic Peel\n$/);
  expect(editor.store.files()).not.toContain("treatments/lactic-peel.yaml");
  for (const { related } of editor.store.validContent()?.treatments.values() ?? [])
    expect(related).not.toContain("lactic-peel");
  expect((await editor.site()).problems).toMatchObject([
    { file: home, path: "hero/note", code: "not_offered", blocking: false },
  ]);
  undo();
  expect(snapshot()).toEqual(before);
  expect((await editor.site()).entries.map(({ id }) => id)).toContain("treatments/lactic-peel");
});

test("the only treatment of a path stays, and a new one at a former address takes it from the list of former ones", () => {
  const { editor, read } = openTestEditor();
  editor.treatments.remove("lactic-peel");
  expect(() => editor.treatments.remove("collagen-needling")).toThrow(/all that Renew holds/);
  editor.treatments.add({ ...mandel, slug: "lactic-peel", related: [] });
  expect(read("paths.yaml")).not.toContain("former");
});
