import { flagReasons } from "./mail/email-context.ts";
import { fields, formField } from "./request.ts";
import { iterateRequests, type RequestStore } from "./store/store.ts";
import { isSpam, type StoredRequest } from "./store/stored-request.ts";
import { localTime } from "./studio-time.ts";

/** A row for each request, one after the other, so that any number of them fits into memory. */
export async function* csvRows(store: Pick<RequestStore, "list">, timeZone: string): AsyncGenerator<string> {
  yield row(columns.map(([title]) => title));
  for await (const request of iterateRequests(store)) yield row(columns.map(([, text]) => text(request, timeZone)));
}

type Column = [title: string, text: (request: StoredRequest, timeZone: string) => string];

const time =
  (key: "receivedAt" | "deliveredAt" | "answeredAt"): Column[1] =>
  ({ [key]: at }, timeZone) =>
    at === null ? "" : localTime(at, timeZone).dateTime;

const verdicts = { spam: "You said it is not real", real: "You said it is real" };

const columns: Column[] = [
  ["Reference", ({ reference }) => reference],
  ["Received", time("receivedAt")],
  ["Emailed to you", time("deliveredAt")],
  ["Answered", time("answeredAt")],
  ["Spam", (request) => (isSpam(request) ? "yes" : "")],
  ["Why", ({ verdict, flags }) => (verdict ? verdicts[verdict] : flags.map((flag) => flagReasons[flag]).join(". "))],
  ...fields.map((field): Column => [formField(field).label, (request) => request[field]]),
  ["Your note", ({ note }) => note],
];

function row(texts: string[]): string {
  return `${texts.map(removeControlCharacters).map(cell).join(",")}\r\n`;
}

// These characters make a spreadsheet run a cell as a formula.
const formulaStart = "=+\\-@\\uff0b\\uff0d\\uff1d\\uff20";
const formulaAtStart = new RegExp(`^(?=[${formulaStart}\\t\\n])`);
/**
 * A spreadsheet that splits at another character than the comma ignores our quotes and begins a cell here. A run is
 * matched from its beginning alone, so that a long one takes no longer than a short one for each of its characters.
 */
const runBeforeFormula = new RegExp(`(?<![\\s;"])[\\s;"]+(?=[${formulaStart}])`, "g");
const guardAfterSeparator = (run: string): string => (/[;\t\n]/.test(run) ? `${run}'` : run);

/** The apostrophe makes a spreadsheet treat the cell as text. */
function cell(text: string): string {
  const guarded = text.replace(runBeforeFormula, guardAfterSeparator).replace(formulaAtStart, "'");
  return `"${guarded.replaceAll('"', '""')}"`;
}

/** Control characters would move the cursor of a terminal that shows the export, change its title and worse. */
const removeControlCharacters = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, "");
