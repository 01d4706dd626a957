import { flagReasons } from "./mail/email-context.ts";
import { fields, formField } from "./request.ts";
import { isSpam, type StoredRequest } from "./store/stored-request.ts";
import { localTime } from "./studio-time.ts";

export function csvRow(request: StoredRequest, timeZone: string): string {
  const formatMinute = (time: number | null) => (time === null ? "" : localTime(time, timeZone).dateTime);
  return row([
    request.reference,
    formatMinute(request.receivedAt),
    formatMinute(request.deliveredAt),
    formatMinute(request.answeredAt),
    isSpam(request) ? "yes" : "",
    request.verdict === null ? request.flags.map((flag) => flagReasons[flag]).join(". ") : verdicts[request.verdict],
    ...fields.map((field) => request[field]),
    request.note,
  ]);
}

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

const verdicts = { spam: "You said it is not real", real: "You said it is real" };

export const csvHeader = row([
  "Reference",
  "Received",
  "Emailed to you",
  "Answered",
  "Spam",
  "Why",
  ...fields.map((field) => formField(field).label),
  "Your note",
]);
