import { fieldText, toOneLine } from "../requests/mail/display-text.ts";
import type { StudioIdentity } from "../requests/mail/email-context.ts";
import type { StoredRequest } from "../requests/store/stored-request.ts";
import { localMoment, localTime } from "../requests/studio-time.ts";
import type { Clock } from "./time-text.ts";

const hour = 60 * 60_000;
const day = 24 * hour;
const duration = hour / 2;

/** Tomorrow at ten, as a date field writes it. */
export const suggestedTime = ({ now, timeZone }: Clock): string => `${localTime(now + day, timeZone).date}T10:00`;

/** The moment at which the studio's clock shows a time like 2026-11-20T10:00; null for anything else, as another century. */
export function parseLocalTime(text: string, timeZone: string): number | null {
  if (!/^20\d\d-\d\d-\d\dT\d\d:\d\d$/.test(text) || Number.isNaN(Date.parse(`${text}Z`))) return null;
  return localMoment(text, timeZone);
}

/** A consultation as a calendar file (RFC 5545). It holds what the owner needs at the door, and not the message. */
export function calendarEntry(request: StoredRequest, at: number, now: number, studio: StudioIdentity): string {
  const treatment = fieldText(request, "treatment");
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapeText(studio.shortName)}//Desk//EN`,
    "BEGIN:VEVENT",
    `UID:${request.id}`,
    `DTSTAMP:${utcTime(now)}`,
    `DTSTART:${utcTime(at)}`,
    `DTEND:${utcTime(at + duration)}`,
    `SUMMARY:${escapeText(`Consultation: ${toOneLine(request.name)}${treatment && `, ${treatment}`}`)}`,
    `DESCRIPTION:${escapeText([fieldText(request, "phone"), `Reference ${request.reference}`].join("\n"))}`,
    ...(studio.address ? [`LOCATION:${escapeText(studio.address)}`] : []),
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

const utcTime = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");

const escapeText = (text: string): string => text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

/** A line may have 75 bytes; a longer one continues on the next after a space. No character has more than four. */
const foldLine = (line: string): string =>
  new TextEncoder().encode(line).length > 75 ? (line.match(/.{1,18}/gsu)?.join("\r\n ") ?? "") : line;
