import { expect, test } from "vitest";
import { home, openTestEditor, set } from "../../../tests/kit/test-editor.ts";
import { keysOf } from "../formats/values.ts";
import { nearestField } from "../forms/field-values.ts";
import type { Edit, Saved } from "./api-types.ts";

test("a form has the comments of its file, each under what it is written above, and no others", () => {
  const { editor, replace } = openTestEditor();
  replace(home, "    - question:", "    # Asked by nearly everybody.\n    - question:");
  expect(editor.saving.form(home).notes).toEqual({ "questions/items/0/question": "Asked by nearly everybody." });
  expect(editor.saving.form("studio.yaml").notes).toEqual({
    "": "Who and where the studio is. Everything here is settled, so no line carries a source.",
    mark: "No strokes and no light: the letter is set in type.",
    "colours/accent": "It stands out 2.8 to 1 on a light page and 4.8 to 1 on a dark one.",
  });
});

test("a changed page says that it was changed today", () => {
  const clock = { now: new Date("2027-03-04T12:00:00Z") };
  const { save, read, editor } = openTestEditor({ now: () => clock.now });
  const day = () => /^updated: (.*)$/m.exec(read(home))?.[1];
  save(home, [set("hero/button", "Come in")]);
  expect(day()).toBe("2027-03-04");
  clock.now = new Date("2027-03-06T12:00:00Z");
  save(home, [set("close/button", "Write to me")]);
  expect(day()).toBe("2027-03-06");
  const { changes } = editor.history.list();
  expect(editor.history.undo({ id: changes[1]?.id ?? "" })).toHaveProperty("undone");
  expect([day(), /Write to me/.test(read(home)), /Come in/.test(read(home))]).toEqual(["2027-03-06", true, false]);
  for (const typed of ["2027-01-01", "2027-01-02"]) {
    save(home, [set("updated", typed)]);
    expect(day()).toBe(typed);
  }
});

test.each([
  ["a group", "studio.yaml", "more", /^more:\n( .*\n)+/m],
  ["a list at its least length", "studio.yaml", "replies", /^replies:\n( .*\n)+/m],
  ["a picture", "treatments/warm-stone-rest.yaml", "picture", /^picture: .*\n/m],
])("%s that is optional is taken out of its file, and undoing that brings it back", (_, file, path, lines) => {
  const { editor, save, read, replace } = openTestEditor();
  replace("studio.yaml", /$/, "replies:\n  - label: A time for you\n    paragraphs: [ Come in. ]\n");
  const before = read(file);
  const { saved } = save(file, [set(path, null)]) as { saved: Saved };
  expect(read(file)).toBe(before.replace(lines, "").replaceAll("\n\n\n", "\n\n"));
  expect(read(file)).not.toBe(before);
  expect(saved.change?.after).toBe("nothing");
  editor.history.undo({ id: saved.change?.id ?? "" });
  expect(read(file)).toBe(before);
});

test("a note below a fact is saved with the fact, and can be taken away", () => {
  const { editor, save, read } = openTestEditor();
  const file = "treatments/blue-light.yaml";
  const before = read(file);
  const { duration } = editor.saving.form(file).values as { duration: string };
  expect(editor.saving.form(file).fields.find(({ key }) => key === "duration")).toMatchObject({ noted: true });
  const setDuration = (value: unknown) => save(file, [set("duration", value)]);
  expect(setDuration({ value: duration, note: "x".repeat(101) })).toHaveProperty("refused");
  expect(setDuration({ value: duration, note: "At most" })).toHaveProperty("saved");
  expect(read(file)).toContain(`duration:\n  value: ${duration}\n  note: At most\n`);
  expect(setDuration({ value: "25-30 min" })).toHaveProperty("saved");
  expect(read(file)).toBe(before.replace(`duration: ${duration}`, "duration:\n  value: 25-30 min"));
});

test("a sentence that waits for an answer is shown at its field, and stops nothing before launch", async () => {
  const fixture = openTestEditor();
  fixture.replace("claims.yaml", "inPlace:", "untilAnswered:\n  - { say: my own sister, question: Q9 }\ninPlace:");
  const question = "Q9: { question: Is it?, proof: null, answer: null, date: null, initials: null }";
  fixture.replace("studio.yaml", "gates:", `gates:\n  ${question}`);
  await fixture.restart();
  const { problems } = fixture.editor.saving.form("pages/about.yaml");
  expect(problems).toMatchObject([{ path: "promise/text", kind: "launch", blocking: false }]);
});

test("a notice is written field by field, is said to have ended once it has, and goes when its words are emptied", () => {
  const clock = { now: new Date("2027-01-02T23:59:00Z") };
  const { save, read, editor } = openTestEditor({ now: () => clock.now });
  const before = read("studio.yaml");
  const note = () => editor.saving.form("studio.yaml").notes["notice/text"];
  const text = set("notice/text", "Closed until 2 January");
  expect(save("studio.yaml", [text])).toMatchObject({
    refused: [{ path: "notice/until", message: "A notice needs its last day." }],
  });
  expect(save("studio.yaml", [set("notice/until", "2027-01-02")], [text])).toMatchObject({
    saved: { paths: ["notice/text", "notice/until"] },
  });
  expect(save("studio.yaml", [set("notice/hours", "closed")])).toHaveProperty("saved");
  expect(read("studio.yaml")).toContain(
    "notice:\n  text: Closed until 2 January\n  until: 2027-01-02\n  hours: closed\n",
  );
  expect(note()).toBeUndefined();
  expect(save("studio.yaml", [set("notice/shownFrom", "2027-01-03")])).toHaveProperty("refused");
  save("studio.yaml", [set("notice/from", "2027-01-02")]);
  clock.now = new Date("2027-01-01T23:59:00Z");
  expect(note()).toBe("Visitors see it from 2 January 2027, once you have published it.");
  clock.now = new Date("2027-01-03T00:00:00Z");
  expect(note()).toBe("This notice ended on 2 January 2027. Visitors no longer see it.");
  save("studio.yaml", [set("notice/text", null)]);
  expect(note()).toBeUndefined();
  for (const field of ["from", "until", "hours"]) save("studio.yaml", [set(`notice/${field}`, null)]);
  expect(read("studio.yaml")).toBe(before);
});

test("a notice is one line of what will be published, and a button says in its own words what it did", async () => {
  const { save, editor } = openTestEditor();
  save("studio.yaml", [set("notice/text", "Closed until 2 January")], [set("notice/until", "2027-01-02")]);
  save("studio.yaml", [set("notice/from", "2026-12-24")]);
  save("studio.yaml", [set("notice/hours", "closed")]);
  const told = { label: "Hidden until the papers are there", words: "Blue Light" };
  const { area } = editor.store.values("studio.yaml") as { area: string };
  editor.saving.save({ file: "studio.yaml", edits: [{ ...set("area", "Penarth"), was: area }], told });
  const lines = (await editor.site()).unpublished;
  expect(lines.map(({ label, words, before, after }) => [label, words ?? `${before} > ${after}`])).toEqual([
    [told.label, told.words],
    ["Notice", "nothing > Closed until 2 January, 24 December 2026, 2 January 2027, closed"],
  ]);
});

test("a file with Windows line endings and a byte order mark is saved without them", () => {
  const fixture = openTestEditor();
  const before = fixture.read(home);
  fixture.write(home, `\ufeff${before.replaceAll("\n", "\r\n")}`);
  fixture.save(home, [set("hero/button", "Come in")]);
  expect(fixture.read(home)).toBe(before.replace(/ {2}button: .*\n {2}note/, "  button: Come in\n  note"));
});

test("a problem is reported at its field, in words that say what to do", async () => {
  const { editor, valueAt } = openTestEditor();
  const blueLight = "treatments/blue-light.yaml";
  const edits: [file: string, edit: Edit][] = [
    [home, set("hero/text", "This cures everything.")],
    [home, set("hero/note", "")],
    ["studio.yaml", set("hours/0/closes", "08:00")],
    ["studio.yaml", set("email", "nobody")],
    ["studio.yaml", set("phone", "+1 (587) 555-014")],
    ["site.yaml", set("navigation/1/to", "/abuot")],
    ["paths.yaml", set("paths/0/treatments", (valueAt("paths.yaml", "paths/0/treatments") as unknown[]).slice(1))],
    ["images/images.yaml", set("hero/alt", "")],
    ["treatments/blue-light.yaml", set("body/whatIs/text", "A `code` word.")],
    ["treatments/blue-light.yaml", set("body/whatIs/heading", "Blue light")],
    [blueLight, set("body/steps", (valueAt(blueLight, "body/steps") as unknown[]).slice(1))],
  ];
  const lines = edits.map(([file, edit]) => {
    const problems = editor.saving.check({ file, edits: [edit] });
    expect(problems, edit.path).toMatchObject([{ blocking: true }]);
    return problems.map((problem) => `${problem.file} ${problem.path}\n  ${problem.message}\n`);
  });
  await expect(lines.flat().join("\n")).toMatchFileSnapshot("./snapshots/problems.txt");
});

test("a story of three paragraphs with bold words and a link is saved, and read back as it was", () => {
  const fixture = openTestEditor();
  const before = fixture.read("pages/about.yaml");
  const { values } = fixture.editor.saving.form("pages/about.yaml") as { values: { why: { text: string } } };
  const story = "I began **late**.\n\nThen I [taught](/contact).\n\nNow I listen.";
  expect(fixture.save("pages/about.yaml", [set("why/text", story)])).toHaveProperty("saved");
  expect(fixture.editor.saving.form("pages/about.yaml").values).toMatchObject({ why: { text: story } });
  fixture.save("pages/about.yaml", [set("why/text", values.why.text)]);
  expect(fixture.read("pages/about.yaml")).toBe(before);
});

test.each([
  ["pages/home.yaml", "hero/text"],
  ["pages/home.yaml", "values/0/text"],
  ["pages/home.yaml", "paths/text"],
  ["pages/about.yaml", "lede"],
  ["pages/contact.yaml", "lede"],
])("bold words and a link are saved in the one paragraph of %s at %s, and a second one is not", (file, path) => {
  const fixture = openTestEditor();
  const field = nearestField(fixture.editor.saving.form(file).fields, keysOf(path), {}).field;
  expect(field).toMatchObject({ kind: "prose", marks: ["bold", "italic", "link"] });
  expect(fixture.save(file, [set(path, "I listen **first**. [Come in](/contact).")])).toHaveProperty("saved");
  expect(fixture.save(file, [set(path, "One.\n\nTwo.")])).toMatchObject({
    refused: [{ path, message: expect.stringContaining("Write one paragraph") }],
  });
});

test("a field that was changed elsewhere is not overwritten, until the owner has seen what is there", () => {
  const fixture = openTestEditor();
  const was = fixture.valueAt(home, "hero/button");
  fixture.replace(home, /button: .*/, "button: Theirs");
  const now = fixture.read(home);
  const mine = { path: "hero/button", was, value: "Mine" };
  const conflict = { path: "hero/button", label: "Opening, Button", current: "Theirs", mine: "Mine", other: "Theirs" };
  expect(fixture.save(home, [mine])).toMatchObject({ conflicts: [conflict] });
  // What waits beside it is not saved over the other words either.
  expect(fixture.save(home, [set("hero/note", "Alone")], [mine])).toMatchObject({ saved: { paths: ["hero/note"] } });
  expect(fixture.read(home)).toBe(now.replace(/note: .*/, "note: Alone"));
  expect(fixture.save(home, [{ ...mine, was: "Theirs" }])).toHaveProperty("saved");
  expect(fixture.read(home)).toContain("button: Mine");
});

test("what is sent again after a lost answer is saved already, also as a fact", () => {
  const fixture = openTestEditor();
  const file = "treatments/blue-light.yaml";
  fixture.replace(file, "downtime: None", "downtime:\n  value: None\n  source: proposed");
  const edit = { path: "downtime", was: fixture.valueAt(file, "downtime"), value: "An hour" };
  expect(fixture.save(file, [edit])).toHaveProperty("saved.change.after", "An hour");
  expect(fixture.save(file, [edit])).toHaveProperty("saved.change", null);
});

test("a list, and an entry of one, is changed as it was seen, or not at all", () => {
  const fixture = openTestEditor();
  const list = fixture.valueAt("studio.yaml", "hours") as { closes: string }[];
  const [first, second, ...rest] = list;
  expect(fixture.save("studio.yaml", [set("hours", [second, first, ...rest])])).toHaveProperty("saved");
  const before = fixture.snapshot();
  for (const edit of [
    { path: "hours", was: list, value: rest },
    { path: "hours/0", was: first, value: { ...first, closes: "16:00" } },
  ])
    expect(fixture.save("studio.yaml", [edit])).toHaveProperty("conflicts.0.path", edit.path);
  expect(fixture.snapshot()).toEqual(before);
});

test("changing a guess confirms it, and so does taking its source away", () => {
  const fixture = openTestEditor();
  fixture.replace("treatments/blue-light.yaml", "downtime: None", "downtime:\n  value: None\n  source: proposed");
  fixture.replace(
    "treatments/blue-light.yaml",
    "comfort: Painless and faintly warm",
    "comfort:\n  value: Warm\n  source: proposed",
  );
  fixture.save("treatments/blue-light.yaml", [set("downtime", "An hour")]);
  expect(fixture.read("treatments/blue-light.yaml")).toContain("downtime:\n  value: An hour\ncomfort:");
  const result = fixture.save("treatments/blue-light.yaml", [set("comfort", { value: "Warm" })]);
  expect(fixture.read("treatments/blue-light.yaml")).toContain("comfort:\n  value: Warm\nplan:");
  expect(result).toMatchObject({ saved: { change: { words: "Comfort Level confirmed" } } });
});

test("switching a one-of field replaces the old field in its place", () => {
  const fixture = openTestEditor();
  const plan = set("plan", null);
  expect(fixture.save("treatments/blue-light.yaml", [plan])).toHaveProperty("refused");
  fixture.save("treatments/blue-light.yaml", [set("frequency", "Monthly")], [plan]);
  expect(fixture.read("treatments/blue-light.yaml")).toMatch(/warm\nfrequency: Monthly\n/);
});

test("a reference in a YAML file is a mistake with its line and what to paste, and the editor goes on", async () => {
  const fixture = openTestEditor();
  const line = fixture
    .read("studio.yaml")
    .slice(0, fixture.read("studio.yaml").indexOf("\nshortName:"))
    .split("\n").length;
  fixture.replace("studio.yaml", "shortName: Tideline", "shortName: *Tideline*");
  expect((await fixture.editor.site()).problems).toMatchObject([
    { message: `Line ${line + 1}: text that begins with this sign needs quotes: shortName: "*Tideline*"` },
  ]);
  expect(fixture.editor.saving.form("studio.yaml").values).toEqual({});
  await fixture.restart();
  fixture.replace("studio.yaml", "shortName: *Tideline*", "shortName: Tideline");
  expect((await fixture.editor.site()).problems).toEqual([]);
});
