import type { Log } from "./log.ts";
import type { Queue, Store } from "./store/store.ts";
import { traceOf } from "./thrown.ts";
import { lateAfter, urgentAfter } from "./watch.ts";

/**
 * For a monitor outside: 200 while requests can be stored, none waits too long for the mail, and the pages are those
 * of this address. Who has just changed something asks for a new look.
 */
export function createHealth(
  store: Pick<Store, "check"> & Pick<Queue, "waiting">,
  now: () => number,
  log: Log,
  { mailUnset = false, wrongAddress = false, elapsed = () => performance.now() } = {},
): (asked?: "anew") => Promise<Response> {
  let looked = Number.NEGATIVE_INFINITY;
  let report: Promise<{ ok: boolean }>;
  let stored = true;

  async function look() {
    try {
      await store.check();
      const { count, since } = await store.waiting();
      const age = since === null ? 0 : now() - since;
      const mail = mailUnset ? "not set" : age >= urgentAfter ? "urgent" : age >= lateAfter ? "late" : "ok";
      stored = true;
      const pages = wrongAddress ? { pages: "built for another address" } : {};
      return { ok: mail === "ok" && !wrongAddress, store: "ok", mail, waiting: count, ...pages };
    } catch (error) {
      // A monitor may ask every few seconds for hours.
      if (stored) log("fault", { while: "looking at the store", ...traceOf(error) });
      stored = false;
      return { ok: false, store: "unavailable" };
    }
  }

  return async (asked) => {
    // Each look writes to the disk. However many ask, one a second is enough.
    if (asked === "anew" || elapsed() - looked >= 1_000) {
      looked = elapsed();
      report = look();
    }
    const result = await report;
    return Response.json(result, {
      status: result.ok ? 200 : 503,
      headers: { "cache-control": "no-store", "x-content-type-options": "nosniff" },
    });
  };
}
