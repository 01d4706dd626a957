import { percentile } from "../../tests/kit/statistics.ts";

export interface Row {
  goal: string;
  ours: string;
  reference?: string;
  /** Our value divided by the reference. */
  ratio?: number;
  target: string;
  ok: boolean;
}

export interface Options {
  runs: number;
  /** Limits a measurement to these addresses, for a quick look. */
  only: string[] | undefined;
  /** The address of another site, such as an earlier revision's, that is measured in turn with ours. */
  compareUrl: string | undefined;
  /** Runs each measurement just long enough to show that it works; the figures then mean nothing. */
  smallest: boolean;
}

/** A program or package that a measurement needs and this machine does not have. */
export class NotInstalled extends Error {}

export const log = (text: string) => process.stderr.write(`${text}\n`);

export function median(values: number[]): number {
  return percentile(values, 0.5);
}

export const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
export const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;

/** A figure of ours, which should not be larger than that of another site. */
export const besideRow = (goal: string, ours: number, theirs: number, format: (value: number) => string): Row => ({
  goal,
  ours: format(ours),
  reference: `beside ${format(theirs)}`,
  ...(theirs && { ratio: ours / theirs }),
  target: "≤ 1 ×",
  ok: ours <= theirs,
});

/** Prints all goals in one table, and marks those that are missed. */
export function print(rows: Row[]) {
  const lines = [
    ["goal", "ours", "reference", "ratio", "target", ""],
    ...rows.map(({ goal, ours, reference = "", ratio, target, ok }) => [
      goal,
      ours,
      reference,
      ratio === undefined ? "" : ratio.toFixed(2),
      target,
      ok ? "ok" : "SHORT",
    ]),
  ];
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  for (const line of lines) console.log(line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  "));
  const failed = rows.filter(({ ok }) => !ok).length;
  console.log(failed ? `\n${failed} of ${rows.length} fall short.` : `\nAll ${rows.length} hold.`);
}
