import { expect, test } from "vitest";
import { home, openTestEditor, set } from "../../../tests/kit/test-editor.ts";

test("undoing one save leaves later saves in place, and the undo can itself be undone", async () => {
  const fixture = openTestEditor();
  const { save, read, changes, undo } = fixture;
  const before = read(home);
  save(home, [set("hero/button", "First")]);
  save(home, [set("close/button", "Second")]);
  await fixture.restart();
  const [second, first] = changes();
  expect(undo(1).files).toEqual([home]);
  expect(read(home)).toBe(before.replace(/(close:[\s\S]*button: ).*/, "$1Second"));
  expect(changes()[0]).toMatchObject({ undoes: first?.id, before: "First" });
  expect(fixture.editor.history.steps()).toEqual({ undo: second?.id, redo: changes()[0]?.id });
  undo();
  expect(read(home)).toContain("button: First");
  expect(changes()[0]?.words).toMatch(/^Redone: (?!Undone)/);
});

test("undoing everything since a save restores the folder byte for byte", () => {
  const { save, snapshot, changes, undo, press } = openTestEditor();
  const before = snapshot();
  save(home, [set("hero/button", "First")]);
  save("studio.yaml", [set("shortName", "Other")]);
  save(home, [set("hero/button", "Third")]);
  undo(2, true);
  expect(snapshot()).toEqual(before);
  expect(changes().map(({ undone }) => undone)).toEqual([undefined, true, true, true]);
  press("redo");
  expect(changes()[0]?.words).toBe("Redone, with everything since (2)");
});

test.each<[string, (list: object[]) => object[], boolean]>([
  ["another entry was changed", ([a = {}, b, ...rest]) => [a, { ...b, closes: "16:30" }, ...rest], true],
  ["the entry itself was changed", ([a, ...rest]) => [{ ...a, opens: "10:30" }, ...rest], false],
  ["its field was changed again", ([a, ...rest]) => [{ ...a, closes: "15:50" }, ...rest], false],
  ["an entry came before it", ([a = {}, ...rest]) => [{ ...a, days: ["Sunday"] }, a, ...rest], false],
])("a change of an entry, after which %s, is undone or refused", (_, change, isUndone) => {
  const { save, valueAt, undo } = openTestEditor();
  const hours = () => valueAt("studio.yaml", "hours") as object[];
  const [first = {}, ...rest] = hours();
  save("studio.yaml", [set("hours/0/closes", "15:45")]);
  expect(save("studio.yaml", [set("hours", change(hours()))])).toHaveProperty("saved");
  const before = hours();
  const reason = "Studio: Hours, Tuesday, Wednesday, Friday, Closes was changed again since, so it cannot be undone on";
  if (isUndone) undo(1);
  else expect(() => undo(1)).toThrow(reason);
  expect(hours()).toEqual(isUndone ? [first, ...change([first, ...rest]).slice(1)] : before);
});

test("an entry that was added is taken out again, although another was changed since", () => {
  const { save, read, replace, valueAt, undo } = openTestEditor();
  replace("studio.yaml", /$/, "replies:\n  - label: A time\n    paragraphs: [ Come in. ] # Said on the phone.\n");
  const before = read("studio.yaml");
  const list = valueAt("studio.yaml", "replies") as object[];
  save("studio.yaml", [set("replies", [...list, { label: "A day", paragraphs: ["Come."] }])]);
  save("studio.yaml", [set("replies/0/label", "An hour")]);
  undo(1);
  expect(read("studio.yaml")).toBe(before.replace("A time", "An hour"));
});

test("changes by another program, while the editor is closed and right before an undo, are listed, kept and undone", async () => {
  const fixture = openTestEditor();
  const { read, save, replace, changes, undo } = fixture;
  const before = read(home);
  await fixture.editor.close();
  replace(home, /note: .*/, "note: By hand");
  await fixture.restart();
  expect(changes()).toMatchObject([{ elsewhere: true, label: "Opening, Note", after: "By hand" }]);
  save(home, [set("close/button", "First")]);
  replace(home, /note: .*/, "note: By hand again");
  undo();
  expect(changes()).toMatchObject([
    { label: "Last part, Button", before: "First" },
    { label: "Opening, Note", after: "By hand again", elsewhere: true },
    { label: "Last part, Button", after: "First", undone: true },
    { label: "Opening, Note", after: "By hand" },
  ]);
  // Undo and Redo step through her own saves alone.
  expect(fixture.editor.history.steps().undo).toBeUndefined();
  undo(1);
  undo(4);
  expect(read(home)).toBe(before);
});
