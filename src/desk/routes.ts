/** What an address of the desk means. */
export type DeskRoute =
  | { page: "list" | "sent" | "export" }
  | { page: "request" | "delete"; reference: string }
  | { page: "letter"; signedName: string }
  | { page: "sign in"; token: string };

const reference = "([2-9A-HJ-NP-Z]{8})";
const patterns: [RegExp, (match: string) => DeskRoute][] = [
  [/^\/desk\/?$/, () => ({ page: "list" })],
  [/^\/desk\/sent$/, () => ({ page: "sent" })],
  [/^\/desk\/requests\.csv$/, () => ({ page: "export" })],
  [new RegExp(`^/desk/requests/${reference}$`), (reference) => ({ page: "request", reference })],
  [new RegExp(`^/desk/requests/${reference}/delete$`), (reference) => ({ page: "delete", reference })],
  [/^\/desk\/r\/([\w.%-]{1,200})$/, (signed) => ({ page: "letter", signedName: signed })],
  [/^\/desk\/in\/(\w{1,200})$/, (token) => ({ page: "sign in", token })],
];

export function parseRoute(path: string): DeskRoute | null {
  for (const [pattern, read] of patterns) {
    const match = pattern.exec(path);
    if (match) return read(match[1] ?? "");
  }
  return null;
}

/** A request that is opened after signing in; anything else is none. */
export const validReference = (text: string | null): string => (text && /^[2-9A-HJ-NP-Z]{8}$/.test(text) ? text : "");

/** A time as the desk itself writes it; anything else is none. */
export const wantedTime = (text: string | null): number | null =>
  text && /^\d{1,15}$/.test(text) ? Number(text) : null;

/** How many of a list were shown on the pages before. */
export const wantedStart = (text: string | null): number => (text && /^\d{1,7}$/.test(text) ? Number(text) : 0);
