/** What an address of the desk means. */
export type Address =
  | { page: "list" | "sent" | "export" }
  | { page: "request" | "delete"; reference: string }
  | { page: "letter"; signed: string }
  | { page: "sign in"; token: string };

const reference = "([2-9A-HJ-NP-Z]{8})";
const patterns: [RegExp, (found: string) => Address][] = [
  [/^\/desk\/?$/, () => ({ page: "list" })],
  [/^\/desk\/sent$/, () => ({ page: "sent" })],
  [/^\/desk\/requests\.csv$/, () => ({ page: "export" })],
  [new RegExp(`^/desk/requests/${reference}$`), (reference) => ({ page: "request", reference })],
  [new RegExp(`^/desk/requests/${reference}/delete$`), (reference) => ({ page: "delete", reference })],
  [/^\/desk\/r\/([\w.%-]{1,200})$/, (signed) => ({ page: "letter", signed })],
  [/^\/desk\/in\/(\w{1,200})$/, (token) => ({ page: "sign in", token })],
];

export function readAddress(path: string): Address | null {
  for (const [pattern, read] of patterns) {
    const found = pattern.exec(path);
    if (found) return read(found[1] ?? "");
  }
  return null;
}

/** A request that is opened after signing in; anything else is none. */
export const wantedReference = (text: string | null): string => (text && /^[2-9A-HJ-NP-Z]{8}$/.test(text) ? text : "");

/** A time as the desk itself writes it; anything else is none. */
export const wantedTime = (text: string | null): number | null =>
  text && /^\d{1,15}$/.test(text) ? Number(text) : null;

/** How many of a list were shown on the pages before. */
export const wantedStart = (text: string | null): number => (text && /^\d{1,7}$/.test(text) ? Number(text) : 0);
