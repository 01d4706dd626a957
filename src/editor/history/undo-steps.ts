import type { HistoryEntry } from "./history-log.ts";

type Step = Pick<HistoryEntry, "id" | "takes" | "alsoTakes" | "elsewhere">;

/** The changes that Undo and Redo would revert one after the other, the next one last. */
interface UndoSteps {
  undo: string[];
  redo: string[];
}

/**
 * Replays the history. An undo moves a save to the steps of Redo, a redo restores the steps as they were before that
 * undo, and a new save leaves nothing to redo. Changes of other programs are undone only in the history.
 */
export function undoSteps(entries: readonly Step[]): UndoSteps {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const stepsBefore = new Map<string, UndoSteps>();
  let steps: UndoSteps = { undo: [], redo: [] };
  for (const { id, takes, alsoTakes = [], elsewhere } of entries) {
    const current = steps;
    stepsBefore.set(id, current);
    const taken = takes === undefined ? undefined : byId.get(takes);
    if (!taken) {
      if (!elsewhere) steps = { undo: [...current.undo, id], redo: [] };
    } else if (!alsoTakes.length && current.redo.at(-1) === taken.id) {
      steps = stepsBefore.get(taken.id) ?? current;
    } else if (!alsoTakes.length && isUndo(taken)) {
      // An undo further back was reverted in the history, which is a new step like a save.
      steps = { undo: [...current.undo, id], redo: [] };
    } else {
      const gone = [taken.id, ...alsoTakes, ...broughtBack(taken)];
      const before = alsoTakes.length ? stepsBefore.get(taken.id)?.undo : undefined;
      steps = {
        undo: before ?? current.undo.filter((one) => !gone.includes(one)),
        redo: [...current.redo.filter((one) => !gone.includes(one)), id],
      };
    }
  }
  return steps;

  /** A change that takes back a save, or several changes at once, is an undo; one that takes back an undo is a redo. */
  function isUndo({ takes, alsoTakes }: Step): boolean {
    const taken = takes === undefined ? undefined : byId.get(takes);
    return taken !== undefined && (Boolean(alsoTakes?.length) || !isUndo(taken));
  }

  /** The saves that a redo has brought back, which its undo takes away again. */
  function broughtBack(step: Step): string[] {
    if (isUndo(step) || step.takes === undefined) return [];
    const undone = byId.get(step.takes);
    return undone?.takes === undefined ? [] : [undone.takes, ...(undone.alsoTakes ?? [])];
  }
}
