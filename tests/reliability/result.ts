/** What a part found out about one promise. */
export interface Result {
  claim: string;
  method: string;
  measured: string;
  /** "not run" where the machine lacks what the proof needs; `figure` then says what. */
  passed: boolean | "not run";
}

export interface Options {
  /** The same seed makes the same choices. */
  seed: number;
  /** 1 for the full run, less for a quick one. */
  scale: number;
  log(line: string): void;
}

export type Prove = (options: Options) => Promise<Result[]>;

/** So many at full scale, and never fewer than the least that shows anything. */
export const scaled = (full: number, { scale }: Pick<Options, "scale">, minimum = 1): number =>
  Math.max(minimum, Math.round(full * scale));
