import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Notes in studio.yaml, after all that stands there, that the owner has said the site may go public. */
export function recordLaunch(folder: string, initials: string, timeZone: string, now = new Date()): string {
  const file = join(folder, "studio.yaml");
  const before = readFileSync(file, "utf8");
  const lineEnding = before.includes("\r\n") ? "\r\n" : "\n";
  // Canadians write dates as the files do.
  const date = new Intl.DateTimeFormat("en-CA", { timeZone }).format(now);
  const record = `launched: { date: ${date}, initials: ${initials} }`;
  appendFileSync(file, `${/(^|\n)$/.test(before) ? "" : lineEnding}${record}${lineEnding}`);
  return record;
}
