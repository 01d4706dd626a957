/** The result of checking one claim. */
export interface Result {
  claim: string;
  method: string;
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
  /** Whether the owner is at work meanwhile, with her desk and her editor open. */
  withOwner?: boolean;
}

export type Prove = (options: Options) => Promise<Result[]>;

/** Scales a number, but never below the minimum that proves anything. */
export const scaled = (full: number, { scale }: Pick<Options, "scale">, minimum = 1): number =>
  Math.max(minimum, Math.round(full * scale));
