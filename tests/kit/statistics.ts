/** The value below which this fraction of all values lies: 0.99 is p99. */
export const percentile = (values: number[], fraction: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * fraction))] ?? Number.NaN;

export const formatCount = (value: number): string => Math.round(value).toLocaleString("en-CA");
