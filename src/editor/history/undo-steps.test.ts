import { expect, test } from "vitest";
import { createRandom } from "../../../tests/reliability/random.ts";
import { undoSteps } from "./undo-steps.ts";

type Entry = Parameters<typeof undoSteps>[0][number];

const difference = (one: string[], other: string[]) => one.filter((save) => !other.includes(save));

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
        const gone = difference(entry.after, entry.before);
        expect(difference(gone, current()), "what an undo takes away is there").toEqual([]);
        add({ takes: entry.id }, difference(current(), gone));
      } else add({ takes: entry.id }, entry.before);
      return true;
    },
    /** Reverts one entry in the history, if what it did is still in effect. */
    revert(at: number) {
      const entry = entries[at];
      if (!entry) return;
      const [came, went] = [difference(entry.after, entry.before), difference(entry.before, entry.after)];
      if (difference(came, current()).length || difference(went, current()).length < went.length) return;
      add({ takes: entry.id }, [...difference(current(), came), ...went]);
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
      const which = random.below(7);
      if (which < 3) model.save();
      else if (which === 3) model.press("undo");
      else if (which === 4) model.press("redo");
      else if (which === 5) model.revert(random.below(model.count() + 1));
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
