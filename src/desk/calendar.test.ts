import { expect, it } from "vitest";
import { exampleStudio as studio } from "../../tests/kit/desk.ts";
import { sampleStored } from "../../tests/kit/sample-request.ts";
import { calendarEntry, parseLocalTime, suggestedTime } from "./calendar.ts";

const zone = "America/Halifax";
const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

it("reads a time on the studio's clock, in winter, in summer and on the day of the change", () => {
  expect(iso(parseLocalTime("2026-11-20T10:00", zone))).toBe("2026-11-20T14:00:00.000Z");
  expect(iso(parseLocalTime("2026-07-20T10:00", zone))).toBe("2026-07-20T13:00:00.000Z");
  expect(iso(parseLocalTime("2026-03-08T12:00", zone))).toBe("2026-03-08T15:00:00.000Z");
  expect(iso(parseLocalTime("2026-11-01T20:00", zone))).toBe("2026-11-02T00:00:00.000Z");
  // In the first hours after a change the offset of the same hour in UTC is still the old one.
  expect(iso(parseLocalTime("2026-11-01T03:00", zone))).toBe("2026-11-01T07:00:00.000Z");
  expect(iso(parseLocalTime("2026-03-08T03:30", zone))).toBe("2026-03-08T06:30:00.000Z");
  for (const text of ["", "tomorrow", "2026-13-40T10:00", "2026-11-20 10:00", "0000-01-01T00:00", "1999-12-31T23:59"]) {
    expect(parseLocalTime(text, zone)).toBeNull();
  }
  expect(suggestedTime({ now: Date.UTC(2026, 10, 20, 3), timeZone: zone })).toBe("2026-11-20T10:00");
});

it("writes an entry that no name can break, with what the owner needs at the door and no message", () => {
  const request = sampleStored({ name: "Zoë; O,\\Brien\r\nEND:VCALENDAR", phone: "780 555 0100", message: "private" });
  const text = calendarEntry(request, Date.UTC(2026, 10, 20, 17), 0, { ...studio, address: "12 Sea Road, Penarth" });
  const unfolded = text.replaceAll("\r\n ", "");
  expect(unfolded.match(/^END:VCALENDAR/gm)).toHaveLength(1);
  expect(unfolded).toContain("SUMMARY:Consultation: Zoë\\; O\\,\\\\Brien END:VCALENDAR\\, Facial\r\n");
  expect(unfolded).toContain("DTSTART:20261120T170000Z\r\nDTEND:20261120T173000Z\r\n");
  expect(unfolded).toContain("DESCRIPTION:780 555 0100\\nReference");
  expect(unfolded).toContain("LOCATION:12 Sea Road\\, Penarth");
  expect(text).not.toContain("private");
  for (const line of text.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
});
