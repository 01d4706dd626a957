/** The meaning of a path of the desk. */
export type DeskRoute =
  | { page: "list" | "sent" | "signed out" | "export" }
  | { page: "request" | "delete" | "calendar"; reference: string }
  | { page: "email link"; signedName: string }
  | { page: "sign in"; token: string };

const reference = "([2-9A-HJ-NP-Z]{8})";
const patterns: [RegExp, (match: string) => DeskRoute][] = [
  [/^\/desk\/?$/, () => ({ page: "list" })],
  [/^\/desk\/sent$/, () => ({ page: "sent" })],
  [/^\/desk\/signed-out$/, () => ({ page: "signed out" })],
  [/^\/desk\/requests\.csv$/, () => ({ page: "export" })],
  [new RegExp(`^/desk/requests/${reference}$`), (reference) => ({ page: "request", reference })],
  [new RegExp(`^/desk/requests/${reference}/delete$`), (reference) => ({ page: "delete", reference })],
  [new RegExp(`^/desk/requests/${reference}/calendar\\.ics$`), (reference) => ({ page: "calendar", reference })],
  [/^\/desk\/r\/([\w.%-]{1,200})$/, (signedName) => ({ page: "email link", signedName })],
  [/^\/desk\/in\/(\w{1,200})$/, (token) => ({ page: "sign in", token })],
];

export function parseRoute(path: string): DeskRoute | null {
  for (const [pattern, read] of patterns) {
    const match = pattern.exec(path);
    if (match) return read(match[1] ?? "");
  }
  return null;
}

/** The request to open after signing in; empty if the text is not a reference. */
export const validReference = (text: string | null): string => (text && /^[2-9A-HJ-NP-Z]{8}$/.test(text) ? text : "");

/** A time in the format that the desk itself writes; null for anything else. */
export const wantedTime = (text: string | null): number | null =>
  text && /^\d{1,15}$/.test(text) ? Number(text) : null;

/** The number of entries of a list on the pages before. */
export const wantedStart = (text: string | null): number => (text && /^\d{1,7}$/.test(text) ? Number(text) : 0);
