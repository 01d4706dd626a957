import type { Treatment } from "../../../content/schemas/treatment-schema.ts";

type UsualEffect = NonNullable<Treatment["recovery"]>[number];

/**
 * The left edge of each column, in days after the visit: durations that studios name. No even scale would show both some
 * hours and a month. A quarter of a day stands for the hours until the night.
 */
const edges = [0, 0.25, 1, 2, 3, 5, 7, 14];

/** The heads of the columns from the second day on; the content names the others. */
export const dayHeads = ["2", "3", "5", "7", "14+"];
export const columnCount = edges.length;

/** Whether it may last beyond the last column, whose light then does not end. */
export const outlasts = ({ gone = 0 }: Pick<UsualEffect, "gone">) => gone > 14;

/** How many columns stay dark, are lit, and fade; undefined where the words give no figure. Light ends on its last day. */
export function columnsOf({ begins = 0, holds, gone }: Pick<UsualEffect, "begins" | "holds" | "gone">) {
  if (holds === undefined || gone === undefined) return undefined;
  const columnsUntil = (day: number) => edges.filter((edge) => edge < Math.max(day, 0.25)).length;
  const dark = edges.filter((edge) => edge <= begins).length - 1;
  const lit = Math.max(1, columnsUntil(holds) - dark);
  return { dark, lit, fading: Math.max(0, columnsUntil(gone) - dark - lit) };
}
