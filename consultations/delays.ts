const minute = 60_000;
const delays = [1, 2, 5, 10, 20, 40, 60, 120, 120, 180];
const spread = 0.2;

/** Ten attempts in nine hours, then every three hours, each a little off the mark lest they all return together. */
export function growingDelay(attempts: number): number {
  const delay = delays[Math.min(attempts, delays.length) - 1] ?? 1;
  return Math.round(delay * minute * (1 - spread + 2 * spread * Math.random()));
}

export const longestDelay = Math.max(...delays) * minute * (1 + spread);
