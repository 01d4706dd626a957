import { expect, test } from "vitest";
import { createRandom } from "../../../tests/reliability/random.ts";
import { nextSteps, undoneIds } from "./undo-order.ts";

type Entry = Parameters<typeof nextSteps>[0][number];

/** A history, and the saves that are in effect. */
function openModel() {
  const entries: Entry[] = [];
  const add = (entry: Omit<Entry, "id"> = {}) => entries.push({ id: String(entries.length), ...entry });
  const steps = () => nextSteps(entries);
  return {
    entries,
    steps,
    save: () => add(),
    inEffect: () => entries.filter(({ id, undoes }) => !undoes && !undoneIds(entries).has(id)),
    press(which: "undo" | "redo"): boolean {
      const undoes = steps()[which];
      if (undoes) add({ undoes });
      return undoes !== undefined;
    },
    /** Undoes any change in the history, or everything since. */
    undo(at: number, since: boolean) {
      const [first, ...rest] = entries.slice(at);
      if (!first || undoneIds(entries).has(first.id)) return;
      add({ undoes: first.id, ...(since && rest.length && { alsoUndoes: rest.map(({ id }) => id) }) });
    },
  };
}

test("for any history, as many redos as undos end where they began, and a save leaves nothing to redo", () => {
  const random = createRandom(27);
  for (let run = 0; run < 300; run++) {
    const model = openModel();
    for (let step = random.between(1, 25); step > 0; step--) {
      const which = random.below(7);
      if (which < 3) model.save();
      else if (which === 3) model.press("undo");
      else if (which === 4) model.press("redo");
      else model.undo(random.below(model.entries.length + 1), which === 5);
    }
    const [before, steps] = [model.inEffect(), model.steps()];
    let undone = 0;
    for (let times = random.between(1, 30); times > 0 && model.press("undo"); times--) undone++;
    expect(model.inEffect()).toEqual(before.slice(0, before.length - undone));
    for (let times = undone; times > 0; times--) expect(model.press("redo")).toBe(true);
    expect(model.inEffect()).toEqual(before);
    expect(model.steps().undo).toBe(steps.undo);
    model.save();
    expect(model.press("redo")).toBe(false);
  }
});
