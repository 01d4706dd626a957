import type { HistoryEntry } from "./history-log.ts";

type Undoing = Pick<HistoryEntry, "undoes" | "alsoUndoes">;
type Entry = Undoing & Pick<HistoryEntry, "id" | "elsewhere">;

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
  const isInEffect = ({ id }: Entry) => !undone.has(id);
  const isSave = ({ undoes, elsewhere }: Entry) => !undoes && !elsewhere;
  const sinceLastSave = entries.slice(entries.findLastIndex(isSave) + 1);
  return {
    undo: entries.findLast((entry) => isSave(entry) && isInEffect(entry))?.id,
    redo: sinceLastSave.findLast((entry) => isUndo(entries, entry) && isInEffect(entry))?.id,
  };
}

const targetOf = <E extends Entry>(entries: readonly E[], { undoes }: Undoing): E | undefined =>
  undoes === undefined ? undefined : entries.findLast(({ id }) => id === undoes);

/** What undoes an undo is a redo, unless it undoes several changes at once. */
function isUndo(entries: readonly Entry[], entry: Undoing): boolean {
  const target = targetOf(entries, entry);
  return target !== undefined && (entry.alsoUndoes !== undefined || !isUndo(entries, target));
}

type Named = Entry & Pick<HistoryEntry, "label" | "words">;

/** What the history calls an undo or a redo: after the change that is gone or back by it. */
export const undoLabel = (entries: readonly Named[], entry: Undoing): string =>
  `${isUndo(entries, entry) ? "Undone" : "Redone"}${nameOfUndone(entries, entry)}`;

function nameOfUndone(entries: readonly Named[], entry: Undoing): string {
  if (entry.alsoUndoes) return `, with everything since (${entry.alsoUndoes.length})`;
  const target = targetOf(entries, entry);
  return target?.undoes ? nameOfUndone(entries, target) : `: ${target?.words ?? target?.label}`;
}
