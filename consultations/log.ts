/** An event and its figures: reference, outcome and timings. Nothing a visitor typed may ever be among them. */
export type Log = (event: string, details?: Record<string, string | number>) => void;
