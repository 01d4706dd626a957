import { describeError } from "../log/errors.ts";
import { csvHeader, csvRow } from "../requests/csv.ts";
import { iterateRequests } from "../requests/store/store.ts";
import type { StoredRequest } from "../requests/store/stored-request.ts";
import { localMoment } from "../requests/studio-time.ts";
import { calendarEntry, parseLocalTime, suggestedTime } from "./calendar.ts";
import type { DeskContext } from "./context.ts";

/** The file is streamed as fast as it is read, so that any number of requests fits into memory. */
export function csvResponse({ store, timeZone, log }: DeskContext): Response {
  const encoder = new TextEncoder();
  const requests = iterateRequests(store);
  const body = new ReadableStream<Uint8Array>({
    // The byte order mark tells spreadsheets that the file is UTF-8.
    start: (controller) => controller.enqueue(encoder.encode(`\ufeff${csvHeader}`)),
    async pull(controller) {
      try {
        const { done, value } = await requests.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(csvRow(value, timeZone)));
      } catch (error) {
        log("fault", { while: "exporting requests", ...describeError(error) });
        // The HTTP server prints this, so it says nothing that a visitor typed.
        controller.error(new Error("The export was cut off"));
      }
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="requests.csv"',
    },
  });
}

/** The consultation at the time that the owner chose. */
export function calendarResponse(
  request: StoredRequest,
  chosen: string,
  { studio, timeZone, now }: DeskContext,
): Response {
  const clock = { now: now(), timeZone };
  const at = parseLocalTime(chosen, timeZone) ?? localMoment(suggestedTime(clock), timeZone);
  return new Response(calendarEntry(request, at, clock.now, studio), {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": `attachment; filename="${request.reference}.ics"`,
    },
  });
}
