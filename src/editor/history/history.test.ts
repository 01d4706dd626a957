import { expect, test } from "vitest";
import { home, openTestEditor, set } from "../../../tests/kit/test-editor.ts";

test("undoing one save leaves later saves in place, and the undo can itself be undone", async () => {
  const fixture = openTestEditor();
  const before = fixture.read(home);
  fixture.save(home, [set("hero/button", "First")]);
  fixture.save(home, [set("close/button", "Second")]);
  await fixture.restart();
  const [second, first] = fixture.editor.history.list().changes;
  expect(fixture.editor.history.undo({ id: first?.id ?? "" })).toMatchObject({ undone: { files: [home] } });
  expect(fixture.read(home)).toBe(before.replace(/(close:[\s\S]*button: ).*/, "$1Second"));
  const [undone] = fixture.editor.history.list().changes;
  expect(undone).toMatchObject({ undoes: first?.id, before: "First" });
  expect((await fixture.editor.site()).redo?.id).toBe(undone?.id);
  expect((await fixture.editor.site()).undo?.id).toBe(second?.id);
  fixture.editor.history.undo({ id: undone?.id ?? "" });
  expect(fixture.read(home)).toContain("button: First");
  expect(fixture.editor.history.list().changes[0]?.words).toMatch(/^Redone: (?!Undone)/);
});

test("undoing everything since a save restores the folder byte for byte", () => {
  const fixture = openTestEditor();
  const before = fixture.snapshot();
  fixture.save(home, [set("hero/button", "First")]);
  fixture.save("studio.yaml", [set("shortName", "Other")]);
  fixture.save(home, [set("hero/button", "Third")]);
  const first = fixture.editor.history.list().changes.at(-1);
  expect(fixture.editor.history.undo({ id: first?.id ?? "", since: true })).toHaveProperty("undone");
  expect(fixture.snapshot()).toEqual(before);
  expect(
    fixture.editor.history
      .list()
      .changes.slice(1)
      .every(({ undone }) => undone),
  ).toBe(true);
  fixture.editor.history.undo({ id: fixture.editor.history.steps().redo ?? "" });
  expect(fixture.editor.history.list().changes[0]?.words).toBe("Redone, with everything since (2)");
});

test("a save whose field was changed again later is not undone", () => {
  const fixture = openTestEditor();
  fixture.save(home, [set("hero/button", "First")]);
  fixture.save(home, [set("hero/button", "Second")]);
  const first = fixture.editor.history.list().changes[1];
  expect(fixture.editor.history.undo({ id: first?.id ?? "" })).toEqual({
    reason: "Home: Opening, Button was changed again since, so it cannot be undone on its own.",
  });
  expect(fixture.read(home)).toContain("button: Second");
});

test.each<[string, (list: unknown[]) => unknown[], boolean]>([
  ["another entry was changed", ([a, b, ...rest]) => [a, { ...(b as object), closes: "16:30" }, ...rest], true],
  ["the entry itself was changed", ([a, ...rest]) => [{ ...(a as object), opens: "10:30" }, ...rest], false],
  ["an entry came before it", ([a, ...rest]) => [{ ...(a as object), days: ["Sunday"] }, a, ...rest], false],
])("a change of an entry, after which %s, is undone or refused", (_, change, isUndone) => {
  const { editor, save, valueAt } = openTestEditor();
  const hours = () => valueAt("studio.yaml", "hours") as { closes: string }[];
  const [first, ...rest] = hours();
  save("studio.yaml", [set("hours/0/closes", "15:45")]);
  expect(save("studio.yaml", [set("hours", change(hours()))])).toHaveProperty("saved");
  const before = hours();
  const result = editor.history.undo({ id: editor.history.list().changes[1]?.id ?? "" });
  expect(result).toHaveProperty(isUndone ? "undone" : "reason");
  expect(hours()).toEqual(isUndone ? [first, ...change([first, ...rest]).slice(1)] : before);
});

test("an entry that was added is taken out again, although another was changed since", () => {
  const { editor, save, read, replace } = openTestEditor();
  replace("studio.yaml", /$/, "replies:\n  - label: A time\n    paragraphs: [ Come in. ] # Said on the phone.\n");
  const before = read("studio.yaml");
  const list = editor.store.values("studio.yaml")?.replies as object[];
  expect(save("studio.yaml", [set("replies", [...list, { label: "A day", paragraphs: ["Come."] }])])).toHaveProperty(
    "saved",
  );
  save("studio.yaml", [set("replies/0/label", "An hour")]);
  expect(editor.history.undo({ id: editor.history.list().changes[1]?.id ?? "" })).toHaveProperty("undone");
  expect(read("studio.yaml")).toBe(before.replace("A time", "An hour"));
});

test("a change by another program appears in the history and can be undone", async () => {
  const fixture = openTestEditor();
  const before = fixture.read(home);
  await fixture.editor.close();
  fixture.replace(home, /note: .*/, "note: By hand");
  await fixture.restart();
  const [change] = fixture.editor.history.list().changes;
  expect(change).toMatchObject({ elsewhere: true, label: "Opening, Note", after: "By hand" });
  fixture.editor.history.undo({ id: change?.id ?? "" });
  expect(fixture.read(home)).toBe(before);
});

test("an undo right after a change by another program keeps that change, and the history has both", () => {
  const fixture = openTestEditor();
  fixture.save(home, [set("close/button", "First")]);
  fixture.replace(home, /note: .*/, "note: By hand");
  fixture.editor.history.undo({ id: fixture.editor.history.list().changes[0]?.id ?? "" });
  expect(fixture.editor.history.list().changes).toMatchObject([
    { label: "Last part, Button", before: "First" },
    { label: "Opening, Note", after: "By hand", elsewhere: true },
    { label: "Last part, Button", after: "First", undone: true },
  ]);
  // Undo and Redo step through her own saves alone.
  expect(fixture.editor.history.steps().undo).toBeUndefined();
  expect(fixture.read(home)).toContain("note: By hand");
});
