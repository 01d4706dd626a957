/** What a part found out about one promise. */
export interface Figure {
  promise: string;
  how: string;
  figure: string;
  /** "not run" where the machine lacks what the proof needs; `figure` then says what. */
  holds: boolean | "not run";
}

export interface Options {
  /** The same seed makes the same choices. */
  seed: number;
  /** 1 for the full run, less for a quick one. */
  scale: number;
  log(line: string): void;
}

export type Prove = (options: Options) => Promise<Figure[]>;

/** So many at full scale, and never fewer than the least that shows anything. */
export const scaled = (full: number, { scale }: Pick<Options, "scale">, least = 1): number =>
  Math.max(least, Math.round(full * scale));
