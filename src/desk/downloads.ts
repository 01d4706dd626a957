import { describeError } from "../log/errors.ts";
import { csvRows } from "../requests/csv.ts";
import type { StoredRequest } from "../requests/store/stored-request.ts";
import { localMoment } from "../requests/studio-time.ts";
import { calendarEntry, parseLocalTime, suggestedTime } from "./calendar.ts";
import type { DeskContext } from "./context.ts";

/** The file is streamed as fast as it is read. */
export function csvResponse({ store, timeZone, log }: DeskContext): Response {
  const rows = csvRows(store, timeZone);
  const text = new ReadableStream<string>({
    // The byte order mark tells spreadsheets that the file is UTF-8.
    start: (controller) => controller.enqueue("\ufeff"),
    async pull(controller) {
      try {
        const { done, value } = await rows.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        log("fault", { while: "exporting requests", ...describeError(error) });
        // The HTTP server prints this, so it says nothing that a visitor typed.
        controller.error(new Error("The export was cut off"));
      }
    },
  });
  return download(text.pipeThrough(new TextEncoderStream()), "text/csv", "requests.csv");
}

/** The consultation at the time that the owner chose. */
export function calendarResponse(request: StoredRequest, chosen: string, context: DeskContext): Response {
  const { studio, timeZone } = context;
  const now = context.now();
  const at = parseLocalTime(chosen, timeZone) ?? localMoment(suggestedTime({ now, timeZone }), timeZone);
  return download(calendarEntry(request, at, now, studio), "text/calendar", `${request.reference}.ics`);
}

const download = (body: BodyInit, type: string, name: string) =>
  new Response(body, {
    headers: { "content-type": `${type}; charset=utf-8`, "content-disposition": `attachment; filename="${name}"` },
  });
