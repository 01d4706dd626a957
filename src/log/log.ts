/** Logs an event with its reference, outcome and timings. The details never contain anything a visitor typed. */
export type Log = (event: string, details?: Record<string, string | number>) => void;

export function logLine(event: string, details: Record<string, string | number> = {}): string {
  const fields = Object.entries(details).map(([name, value]) => `${name}=${quoteIfNeeded(String(value))}`);
  return [new Date().toISOString(), event, ...fields].join(" ");
}

const quoteIfNeeded = (text: string): string => (/[\s"=\p{Cc}]/u.test(text) ? JSON.stringify(text) : text);
