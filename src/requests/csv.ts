import { fields } from "./request.ts";
import type { StoredRequest } from "./store/stored-request.ts";
import { localTime } from "./studio-time.ts";

/** `terminal` says that somebody looks at it and no program reads it. */
export function csvRow(request: StoredRequest, timeZone: string, forTerminal: boolean): string {
  const formatMinute = (time: number | null) => (time === null ? "" : localTime(time, timeZone).dateTime);
  const texts = [
    request.reference,
    formatMinute(request.receivedAt),
    formatMinute(request.deliveredAt),
    formatMinute(request.answeredAt),
    request.flags.join(" "),
    ...fields.map((field) => request[field]),
  ];
  return row(forTerminal ? texts.map(removeControlCharacters) : texts);
}

function row(texts: string[]): string {
  return `${texts.map(cell).join(",")}\r\n`;
}

// The signs that make a spreadsheet run a cell as a formula.
const formulaStart = "=+\\-@\\0\\uff0b\\uff0d\\uff1d\\uff20";
const formulaAtStart = new RegExp(`^(?=[${formulaStart}\\t\\r\\n])`);
/** A spreadsheet that splits at another sign than the comma does not heed our quotes and begins a cell here. */
const formulaAfterSeparator = new RegExp(`([;\\t\\r\\n][\\s"]*)(?=[${formulaStart}])`, "g");

/** The quote makes it text. */
function cell(text: string): string {
  return `"${text.replace(formulaAfterSeparator, "$1'").replace(formulaAtStart, "'").replaceAll('"', '""')}"`;
}

/** Written to a terminal they would move its cursor, change its title and worse. */
const removeControlCharacters = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, "");

export const csvHeader = row(["reference", "received", "delivered", "answered", "suspect", ...fields]);
