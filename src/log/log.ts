/** An event and its figures: reference, outcome and timings. Nothing a visitor typed may ever be among them. */
export type Log = (event: string, details?: Record<string, string | number>) => void;

export function logLine(event: string, details: Record<string, string | number> = {}): string {
  const fields = Object.entries(details).map(([name, value]) => `${name}=${quoteIfNeeded(String(value))}`);
  return [new Date().toISOString(), event, ...fields].join(" ");
}

const quoteIfNeeded = (text: string): string => (/[\s"=\p{Cc}]/u.test(text) ? JSON.stringify(text) : text);
