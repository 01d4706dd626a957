import type { HistoryEntry } from "./history-log.ts";

type Entry = Pick<HistoryEntry, "id" | "undoes" | "alsoUndoes" | "elsewhere">;

/** The changes that a later one has undone. An undo that was itself undone has undone nothing. */
export function undoneIds(entries: readonly Entry[]): Set<string> {
  const undone = new Set<string>();
  for (const { id, undoes, alsoUndoes = [] } of entries.toReversed())
    if (undoes && !undone.has(id)) for (const one of [undoes, ...alsoUndoes]) undone.add(one);
  return undone;
}

/**
 * Undo reverts the newest of her saves that is in effect, and Redo the newest undo since her last save. Changes of other
 * programs are undone only in the history.
 */
export function nextSteps(entries: readonly Entry[]): { undo: string | undefined; redo: string | undefined } {
  const undone = undoneIds(entries);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const isInEffect = ({ id }: Entry) => !undone.has(id);
  const isSave = ({ undoes, elsewhere }: Entry) => !undoes && !elsewhere;
  /** What undoes an undo is a redo, unless it undoes several changes at once. */
  const isUndo = ({ undoes, alsoUndoes = [] }: Entry): boolean => {
    const target = undoes && byId.get(undoes);
    return Boolean(target && (alsoUndoes.length || !isUndo(target)));
  };
  const sinceLastSave = entries.slice(entries.findLastIndex(isSave) + 1);
  return {
    undo: entries.findLast((entry) => isSave(entry) && isInEffect(entry))?.id,
    redo: sinceLastSave.findLast((entry) => isUndo(entry) && isInEffect(entry))?.id,
  };
}
