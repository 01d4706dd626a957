export interface Row {
  goal: string;
  ours: string;
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

/** Some 330 packages are installed in tools/ alone, for measurements; the compiler does not know them. */
export const importTool = (name: string) => import(name);

export const log = (text: string) => process.stderr.write(`${text}\n`);

export const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
export const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

type Format = (value: number) => string;

export const atMost = (goal: string, ours: number, most: number, format: Format): Row => ({
  goal,
  ours: format(ours),
  target: `≤ ${format(most)}`,
  ok: ours <= most,
});

/** The page with the largest figure against the limit, and each page beside the other site's, if there is one. */
export function figureRows(goal: string, figures: Figure[], limit: number, format: Format): Row[] {
  const worst = figures.reduce((one, other) => (other.ours > one.ours ? other : one));
  const pairs = figures.flatMap(({ page, ours, theirs }) =>
    theirs === undefined ? [] : atMost(`${goal} (${page}, beside the other's)`, ours, theirs, format),
  );
  return [atMost(`${goal} (${worst.page})`, worst.ours, limit, format), ...pairs];
}

/** Prints all goals in one table, and says how many are missed. */
export function print(rows: Row[]) {
  console.table(rows);
  const failed = rows.filter(({ ok }) => !ok).length;
  console.log(failed ? `${failed} of ${rows.length} fall short.` : `All ${rows.length} hold.`);
}
