export interface Row {
  goal: string;
  ours: string;
  reference?: string;
  target: string;
  ok: boolean;
}

export interface Options {
  runs: number;
  pages: string[];
  /** The address of another site, such as an earlier revision's, that is measured in turn with ours. */
  beside: string | undefined;
}

/** A figure of one page, and of the same page of the other site. */
export interface Figure {
  page: string;
  ours: number;
  theirs?: number | undefined;
}

export const log = (text: string) => process.stderr.write(`${text}\n`);

export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
export const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

/** The page with the largest figure against the limit, and each page beside the other site's, if there is one. */
export function figureRows(goal: string, figures: Figure[], limit: number, format: (value: number) => string): Row[] {
  const worst = figures.reduce((one, other) => (other.ours > one.ours ? other : one));
  return [
    {
      goal: `${goal} (${worst.page})`,
      ours: format(worst.ours),
      target: `≤ ${format(limit)}`,
      ok: worst.ours <= limit,
    },
    ...figures.flatMap(({ page, ours, theirs }) =>
      theirs === undefined
        ? []
        : {
            goal: `${goal} (${page})`,
            ours: format(ours),
            reference: `beside ${format(theirs)}`,
            target: "≤ 1 ×",
            ok: ours <= theirs,
          },
    ),
  ];
}

/** Prints all goals in one table, and marks those that are missed. */
export function print(rows: Row[]) {
  const lines = [
    ["goal", "ours", "reference", "target", ""],
    ...rows.map(({ goal, ours, reference = "", target, ok }) => [goal, ours, reference, target, ok ? "ok" : "SHORT"]),
  ];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines) console.log(line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  const failed = rows.filter(({ ok }) => !ok).length;
  console.log(failed ? `\n${failed} of ${rows.length} fall short.` : `\nAll ${rows.length} hold.`);
}
