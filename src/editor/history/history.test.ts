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
  expect(fixture.editor.history.undo({ id: first?.id ?? "" })).toMatchObject({
    conflict: { file: home, path: "hero/button" },
  });
  expect(fixture.read(home)).toContain("button: Second");
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
