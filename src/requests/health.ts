import { describeError } from "../log/errors.ts";
import type { Log } from "../log/log.ts";
import type { Queue, Store } from "./store/store.ts";
import { lateAfter, urgentAfter } from "./system-status.ts";

/**
 * For an external monitor: 200 while requests can be stored, none waits too long for its email, and the pages were
 * built for this address. A caller that has just changed something asks for a fresh check.
 */
export function createHealth(
  store: Pick<Store, "check"> & Pick<Queue, "pending">,
  now: () => number,
  log: Log,
  {
    mailUnset = false,
    wrongAddress = (): boolean => false,
    /** What is known besides and is no failure. */
    known = (): object => ({}),
  } = {},
): (mode?: "fresh") => Promise<Response> {
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
      const isElsewhere = wrongAddress();
      const pages = isElsewhere ? { pages: "built for another address" } : {};
      return { ok: mail === "ok" && !isElsewhere, store: "ok", mail, waiting: count, ...pages };
    } catch (error) {
      // Only the first failure is logged, because a monitor may ask every few seconds for hours.
      if (wasAvailable) log("fault", { while: "checking the store", ...describeError(error) });
      wasAvailable = false;
      return { ok: false, store: "unavailable" };
    }
  }

  return async (mode) => {
    // Each check writes to the disk, so there is at most one a second, however many callers ask.
    if (mode === "fresh" || performance.now() - lastCheckedAt >= 1_000) {
      lastCheckedAt = performance.now();
      report = checkNow();
    }
    const result = await report;
    const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
    return Response.json({ ...result, ...known() }, { status: result.ok ? 200 : 503, headers });
  };
}
