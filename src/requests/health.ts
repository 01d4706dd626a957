import { describeError } from "../log/errors.ts";
import type { Log } from "../log/log.ts";
import { urgentAfter } from "./scheduled-jobs.ts";
import type { Queue, Store } from "./store/store.ts";
import { lateAfter } from "./system-status.ts";

/**
 * For a monitor outside: 200 while requests can be stored, none waits too long for the mail, and the pages are those
 * of this address. Who has just changed something asks for a new look.
 */
export function createHealth(
  store: Pick<Store, "check"> & Pick<Queue, "pending">,
  now: () => number,
  log: Log,
  { mailUnset = false, wrongAddress = false, elapsed = () => performance.now() } = {},
): (mode?: "anew") => Promise<Response> {
  let lastCheckedAt = Number.NEGATIVE_INFINITY;
  let report: Promise<{ ok: boolean }>;
  let wasAvailable = true;

  async function checkNow() {
    try {
      await store.check();
      const { count, since } = await store.pending();
      const age = since === null ? 0 : now() - since;
      const mail = mailUnset ? "not set" : age >= urgentAfter ? "urgent" : age >= lateAfter ? "late" : "ok";
      wasAvailable = true;
      const pages = wrongAddress ? { pages: "built for another address" } : {};
      return { ok: mail === "ok" && !wrongAddress, store: "ok", mail, waiting: count, ...pages };
    } catch (error) {
      // A monitor may ask every few seconds for hours.
      if (wasAvailable) log("fault", { while: "looking at the store", ...describeError(error) });
      wasAvailable = false;
      return { ok: false, store: "unavailable" };
    }
  }

  return async (mode) => {
    // Each look writes to the disk. However many ask, one a second is enough.
    if (mode === "anew" || elapsed() - lastCheckedAt >= 1_000) {
      lastCheckedAt = elapsed();
      report = checkNow();
    }
    const result = await report;
    return Response.json(result, {
      status: result.ok ? 200 : 503,
      headers: { "cache-control": "no-store", "x-content-type-options": "nosniff" },
    });
  };
}
