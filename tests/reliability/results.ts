/** What was found out about one claim. */
export interface Result {
  claim: string;
  measured: string;
  /** "not run" if the machine lacks a required program; `measured` then names it. */
  passed: boolean | "not run";
}

export interface Options {
  /** The same seed gives the same random choices. */
  seed: number;
  /** 1 for the full run, less for a quick one. */
  scale: number;
  log(line: string): void;
}

export type Prove = (options: Options) => Promise<Result[]>;

/** A claim with its figures, and of each whether it is as it must be. */
export function resultOf(claim: string, figures: Record<string, boolean>): Result {
  const measured = Object.entries(figures).map(([figure, isRight]) => (isRight ? figure : `WRONG: ${figure}`));
  return { claim, measured: measured.join(", "), passed: Object.values(figures).every(Boolean) };
}

/** A claim that this machine cannot test. */
export const notRun = (claim: string, reason: string): Result => ({ claim, measured: reason, passed: "not run" });

/** Scales a number, but never below the minimum that proves anything. */
export const scaled = (full: number, { scale }: Pick<Options, "scale">, minimum = 1): number =>
  Math.max(minimum, Math.round(full * scale));

export const formatCount = (value: number): string => Math.round(value).toLocaleString("en-CA");

/** How often each thing was there, most figures' words: "4× 200, 2× 503". */
export function countEach(values: Iterable<string | number>): string {
  const counts = new Map<string | number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const entries = [...counts].toSorted(([a], [b]) => String(a).localeCompare(String(b)));
  return entries.map(([value, count]) => `${formatCount(count)}× ${value}`).join(", ");
}
