import { expect, test } from "vitest";
import { openTestEditor } from "../../../tests/kit/test-editor.ts";
import { createRandom } from "../../../tests/reliability/random.ts";
import { undoSteps } from "./undo-steps.ts";

type Entry = Parameters<typeof undoSteps>[0][number];

/** A history whose every entry knows which saves are in effect after it. */
function openModel() {
  const entries: (Entry & { before: string[]; after: string[] })[] = [];
  const current = () => entries.at(-1)?.after ?? [];
  const add = (entry: Omit<Entry, "id">, after: string[]) =>
    entries.push({ ...entry, id: String(entries.length), before: current(), after });
  return {
    current,
    steps: () => undoSteps(entries),
    save: () => add({}, [...current(), String(entries.length)]),
    press(which: "undo" | "redo"): boolean {
      const id = undoSteps(entries)[which].at(-1);
      const entry = entries.find((one) => one.id === id);
      if (!entry) return false;
      if (which === "undo") {
        const gone = entry.after.filter((one) => !entry.before.includes(one));
        add(
          { takes: entry.id },
          current().filter((one) => !gone.includes(one)),
        );
      } else add({ takes: entry.id }, entry.before);
      return true;
    },
    undoSince(at: number) {
      const [first, ...rest] = entries.slice(at);
      if (first) add({ takes: first.id, ...(rest.length && { alsoTakes: rest.map(({ id }) => id) }) }, first.before);
    },
    count: () => entries.length,
  };
}

test("for any history, as many redos as undos end where they began, and then there is nothing more to redo", () => {
  const random = createRandom(27);
  for (let run = 0; run < 300; run++) {
    const model = openModel();
    for (let step = random.between(1, 25); step > 0; step--) {
      const which = random.below(6);
      if (which < 3) model.save();
      else if (which === 3) model.press("undo");
      else if (which === 4) model.press("redo");
      else if (model.count()) model.undoSince(random.below(model.count()));
    }
    const [state, steps] = [model.current(), model.steps()];
    let undone = 0;
    for (let times = random.between(1, 30); times > 0 && model.press("undo"); times--) undone++;
    for (let times = undone; times > 0; times--) expect(model.press("redo")).toBe(true);
    expect(model.current()).toEqual(state);
    expect(model.steps()).toEqual(steps);
    model.save();
    expect(model.press("redo")).toBe(false);
  }
});

test("random saves, undos and redos of real files end byte for byte where they began", async () => {
  const random = createRandom(1);
  const fixture = openTestEditor();
  try {
    const press = (which: "undo" | "redo") => {
      const id = fixture.editor.history.steps()[which].at(-1);
      return id !== undefined && "undone" in fixture.editor.undo(id, false);
    };
    const places = [
      ["pages/home.yaml", "hero/button"],
      ["pages/home.yaml", "close/button"],
      ["site.yaml", "call"],
    ] as const;
    for (let step = 0; step < 12; step++) {
      const which = random.below(5);
      const [file, path] = random.pick(places);
      if (which < 3) fixture.save(file, [{ do: "set", path, value: `Words ${step}` }]);
      else press(which === 3 ? "undo" : "redo");
    }
    const before = fixture.snapshot();
    const texts: unknown[] = [];
    while (texts.push(fixture.snapshot()) && press("undo"));
    await fixture.restart();
    expect(texts.length).toBeGreaterThan(2);
    while (texts.length > 1) {
      expect(press("redo")).toBe(true);
      texts.pop();
      expect(fixture.snapshot()).toEqual(texts.at(-1));
    }
    expect(fixture.snapshot()).toEqual(before);
  } finally {
    await fixture.close();
  }
});
