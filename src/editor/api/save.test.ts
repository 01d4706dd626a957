import { expect, test } from "vitest";
import { blueLight, guess, home, openTestEditor, set } from "../../../tests/kit/test-editor.ts";
import type { Edit } from "./api-types.ts";

test("a form has the comments of its file, each under what it is written above, and no others", () => {
  const { editor, replace } = openTestEditor();
  replace(home, "    - question:", "    # Asked by nearly everybody.\n    - question:");
  expect(editor.saving.form(home).notes).toEqual({ "questions/items/0/question": "Asked by nearly everybody." });
  expect(editor.saving.form("studio.yaml").notes).toEqual({
    "": "Who and where the studio is. Everything here is settled, so no line carries a source.",
    mark: "No strokes and no light: the letter is set in type.",
  });
});

test("a changed page says that it was changed today", () => {
  const clock = { now: new Date("2027-03-04T12:00:00Z") };
  const { save, read, undo } = openTestEditor({ now: () => clock.now });
  const day = () => /^updated: (.*)$/m.exec(read(home))?.[1];
  save(home, [set("hero/button", "Come in")]);
  expect(day()).toBe("2027-03-04");
  clock.now = new Date("2027-03-06T12:00:00Z");
  save(home, [set("close/button", "Write to me")]);
  expect(day()).toBe("2027-03-06");
  undo(1);
  expect([day(), /Write to me/.test(read(home)), /Come in/.test(read(home))]).toEqual(["2027-03-06", true, false]);
  for (const typed of ["2027-01-01", "2027-01-02"]) {
    save(home, [set("updated", typed)]);
    expect(day()).toBe(typed);
  }
});

test("a notice is written field by field, is one line of what will be published, has ended once it has, and goes when emptied", async () => {
  const clock = { now: new Date("2027-01-02T23:59:00Z") };
  const { save, read, editor } = openTestEditor({ now: () => clock.now });
  const before = read("studio.yaml");
  const note = () => editor.saving.form("studio.yaml").notes["notice/text"];
  const lines = async () =>
    (await editor.site()).unpublished.map((one) => `${one.label}: ${one.words ?? `${one.before} > ${one.after}`}`);
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
  save("studio.yaml", [set("notice/from", "2026-12-24")]);
  expect(await lines()).toEqual(["Notice: nothing > Closed until 2 January, 24 December 2026, 2 January 2027, closed"]);
  clock.now = new Date("2026-12-23T23:59:00Z");
  expect(note()).toBe("Visitors see it from 24 December 2026, once you have published it.");
  clock.now = new Date("2027-01-03T00:00:00Z");
  expect(note()).toBe("This notice ended on 2 January 2027. Visitors no longer see it.");
  save("studio.yaml", [set("notice/text", null)]);
  expect(note()).toBeUndefined();
  for (const field of ["from", "until", "hours"]) save("studio.yaml", [set(`notice/${field}`, null)]);
  expect(read("studio.yaml")).toBe(before);
  expect(await lines()).toEqual([]);
});

test("a button says in its own words what it did", async () => {
  const { editor, valueAt } = openTestEditor();
  const told = { label: "Hidden until the papers are there", words: "Blue Light" };
  const edit = { ...set("area", "Penarth"), was: valueAt("studio.yaml", "area") };
  editor.saving.save({ file: "studio.yaml", edits: [edit], told });
  expect((await editor.site()).unpublished).toMatchObject([told]);
});

test("a file with Windows line endings and a byte order mark is saved without them", () => {
  const { save, read, write } = openTestEditor();
  const before = read(home);
  write(home, `\ufeff${before.replaceAll("\n", "\r\n")}`);
  save(home, [set("hero/button", "Come in")]);
  expect(read(home)).toBe(before.replace(/ {2}button: .*\n {2}note/, "  button: Come in\n  note"));
});

test("a problem is reported at its field, in words that say what to do", async () => {
  const { editor, valueAt } = openTestEditor();
  const edits: [file: string, edit: Edit][] = [
    [home, set("hero/text", "This cures everything.")],
    [home, set("hero/note", "")],
    ["studio.yaml", set("hours/0/closes", "08:00")],
    ["studio.yaml", set("email", "nobody")],
    ["studio.yaml", set("phone", "+1 (587) 555-014")],
    ["site.yaml", set("navigation/1/to", "/abuot")],
    ["paths.yaml", set("paths/0/treatments", (valueAt("paths.yaml", "paths/0/treatments") as unknown[]).slice(1))],
    ["images/images.yaml", set("hero/alt", "")],
    [blueLight, set("body/whatIs/text", "A `code` word.")],
    [blueLight, set("body/whatIs/heading", "Blue light")],
    [blueLight, set("body/steps", (valueAt(blueLight, "body/steps") as unknown[]).slice(1))],
  ];
  const lines = edits.map(([file, edit]) => {
    const problems = editor.saving.check({ file, edits: [edit] });
    expect(problems, edit.path).toMatchObject([{ blocking: true }]);
    return problems.map((problem) => `${problem.file} ${problem.path}\n  ${problem.message}\n`);
  });
  await expect(lines.flat().join("\n")).toMatchFileSnapshot("./snapshots/problems.txt");
});

test("a field that was changed elsewhere is not overwritten, until the owner has seen what is there", () => {
  const { save, read, replace, valueAt } = openTestEditor();
  const was = valueAt(home, "hero/button");
  replace(home, /button: .*/, "button: Theirs");
  const now = read(home);
  const mine = { path: "hero/button", was, value: "Mine" };
  const conflict = { path: "hero/button", label: "Opening, Button", current: "Theirs", mine: "Mine", other: "Theirs" };
  expect(save(home, [mine])).toMatchObject({ conflicts: [conflict] });
  // What waits beside it is not saved over the other words either.
  expect(save(home, [set("hero/note", "Alone")], [mine])).toMatchObject({ saved: { paths: ["hero/note"] } });
  expect(read(home)).toBe(now.replace(/note: .*/, "note: Alone"));
  expect(save(home, [{ ...mine, was: "Theirs" }])).toHaveProperty("saved");
  expect(read(home)).toContain("button: Mine");
});

test("a list, and an entry of one, is changed as it was seen, or not at all", () => {
  const { save, snapshot, valueAt } = openTestEditor();
  const list = valueAt("studio.yaml", "hours") as { closes: string }[];
  const [first, second, ...rest] = list;
  expect(save("studio.yaml", [set("hours", [second, first, ...rest])])).toHaveProperty("saved");
  const before = snapshot();
  for (const edit of [
    { path: "hours", was: list, value: rest },
    { path: "hours/0", was: first, value: { ...first, closes: "16:00" } },
  ])
    expect(save("studio.yaml", [edit])).toHaveProperty("conflicts.0.path", edit.path);
  expect(snapshot()).toEqual(before);
});

test("changing a guess confirms it, also when its answer was lost and it is sent again, and so does taking its source away", () => {
  const { save, read, replace, valueAt } = openTestEditor();
  replace(...guess);
  replace(blueLight, "comfort: Painless and faintly warm", "comfort:\n  value: Warm\n  source: proposed");
  const edit = { path: "downtime", was: valueAt(blueLight, "downtime"), value: "An hour" };
  expect(save(blueLight, [edit])).toHaveProperty("saved.change.after", "An hour");
  expect(save(blueLight, [edit])).toHaveProperty("saved.change", null);
  expect(read(blueLight)).toContain("downtime:\n  value: An hour\ncomfort:");
  const result = save(blueLight, [set("comfort", { value: "Warm" })]);
  expect(read(blueLight)).toContain("comfort:\n  value: Warm\nplan:");
  expect(result).toHaveProperty("saved.change.words", "Comfort Level confirmed");
});

test("switching a one-of field replaces the old field in its place", () => {
  const { save, read } = openTestEditor();
  const plan = set("plan", null);
  expect(save(blueLight, [plan])).toHaveProperty("refused");
  save(blueLight, [set("frequency", "Monthly")], [plan]);
  expect(read(blueLight)).toMatch(/warm\nfrequency: Monthly\n/);
});

test("a reference in a YAML file is a mistake with its line and what to paste, and the editor goes on", async () => {
  const fixture = openTestEditor();
  const { read, replace } = fixture;
  const problems = async () => (await fixture.editor.site()).problems;
  const line = read("studio.yaml").split("\n").indexOf("shortName: Tideline") + 1;
  replace("studio.yaml", "shortName: Tideline", "shortName: *Tideline*");
  expect(await problems()).toMatchObject([
    { message: `Line ${line}: text that begins with this sign needs quotes: shortName: "*Tideline*"` },
  ]);
  expect(fixture.editor.saving.form("studio.yaml").values).toEqual({});
  await fixture.restart();
  replace("studio.yaml", "shortName: *Tideline*", "shortName: Tideline");
  expect(await problems()).toEqual([]);
});
