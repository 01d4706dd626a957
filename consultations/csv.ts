import { fields } from "./request.ts";
import type { StoredRequest } from "./store/stored-request.ts";
import { timeOnClock } from "./studio-time.ts";

/** `terminal` says that somebody looks at it and no program reads it. */
export function csvRow(request: StoredRequest, timeZone: string, terminal: boolean): string {
  const minute = (time: number | null) => (time === null ? "" : timeOnClock(time, timeZone).minute);
  const texts = [
    request.reference,
    minute(request.receivedAt),
    minute(request.deliveredAt),
    minute(request.answeredAt),
    request.flags.join(" "),
    ...fields.map((field) => request[field]),
  ];
  return row(terminal ? texts.map(withoutControls) : texts);
}

function row(texts: string[]): string {
  return `${texts.map(cell).join(",")}\r\n`;
}

// The signs that make a spreadsheet run a cell as a formula.
const sign = "=+\\-@\\0\\uff0b\\uff0d\\uff1d\\uff20";
const atStart = new RegExp(`^(?=[${sign}\\t\\r\\n])`);
/** A spreadsheet that splits at another sign than the comma does not heed our quotes and begins a cell here. */
const afterSplit = new RegExp(`([;\\t\\r\\n][\\s"]*)(?=[${sign}])`, "g");

/** The quote makes it text. */
function cell(text: string): string {
  return `"${text.replace(afterSplit, "$1'").replace(atStart, "'").replaceAll('"', '""')}"`;
}

/** Written to a terminal they would move its cursor, change its title and worse. */
const withoutControls = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, "");

export const csvHead = row(["reference", "received", "delivered", "answered", "suspect", ...fields]);
