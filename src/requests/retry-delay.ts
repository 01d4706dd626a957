const minute = 60_000;
const delays = [1, 2, 5, 10, 20, 40, 60, 120, 120, 180];
const jitter = 0.2;

/** Ten attempts in nine hours, then one every three hours. Jitter keeps them from all coming due at the same time. */
export function retryDelay(attempts: number): number {
  const delay = delays[Math.min(attempts, delays.length) - 1] ?? 1;
  return Math.round(delay * minute * (1 - jitter + 2 * jitter * Math.random()));
}

export const longestRetryDelay = Math.max(...delays) * minute * (1 + jitter);
