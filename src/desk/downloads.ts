import { describeError } from "../log/errors.ts";
import { csvHeader, csvRow } from "../requests/csv.ts";
import { iterateRequests } from "../requests/store/store.ts";
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
