import { readFileSync } from "node:fs";
import { join } from "node:path";
import { writeWholeFile } from "../../files/write-files.ts";

export const areInitials = (text: string): boolean => /^\p{L}{1,4}$/u.test(text);

/** Appends a record to studio.yaml that the owner has launched the site. */
export function recordLaunch(folder: string, initials: string, timeZone: string, now = new Date()): string {
  const file = join(folder, "studio.yaml");
  const before = readFileSync(file, "utf8");
  // The Canadian locale formats dates as YYYY-MM-DD.
  const date = new Intl.DateTimeFormat("en-CA", { timeZone }).format(now);
  const record = `launched: { date: ${date}, initials: ${initials} }`;
  writeWholeFile(file, `${before.trimEnd()}\n${record}\n`);
  return record;
}
