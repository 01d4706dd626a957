import { readBody } from "./body.ts";
import type { Log } from "./log.ts";
import { validate } from "./request.ts";
import { same } from "./same.ts";
import type { DeskStore } from "./store/desk-store.ts";
import type { Notes, Requests } from "./store/store.ts";
import { traceOf } from "./thrown.ts";

/** What `npm run smoke` says with its requests: the key that only the host knows. */
export const smokeHeader = "x-smoke-key";

export type Smoke = {
  key: string;
  store: Pick<Requests, "find" | "remove"> & Pick<DeskStore, "judge"> & Pick<Notes, "recall" | "remember">;
};

type TestSettings = { smoke?: Smoke; store: Pick<Requests, "save">; now: () => number; log: Log };
type TestAnswer = { status: number; body: object };

const noted = "smoke test";

/**
 * The host's own test: it goes the way of a request, but for the limits of strangers and the counts of the owner. Null
 * for whatever does not claim to be one.
 */
export async function answerTest(request: Request, settings: TestSettings): Promise<TestAnswer | null> {
  const given = request.headers.get(smokeHeader);
  if (given === null) return null;
  const { smoke, log } = settings;
  if (!smoke || !(await same(given, smoke.key))) return refusal(403, "SMOKE_KEY is another here, or none");
  try {
    if (request.method === "POST") return await take(request, smoke, settings);
    const asked = new URL(request.url).searchParams.get("test");
    return await tell(asked ?? "", smoke);
  } catch (error) {
    log("fault", { while: "testing", ...traceOf(error) });
    return refusal(503, "The test could not be stored or found");
  }
}

async function take(request: Request, smoke: Smoke, { store, now, log }: TestSettings): Promise<TestAnswer> {
  const body = await readBody(request);
  const result = validate("input" in body ? body.input : null);
  if (!result.ok) return refusal(422, "A test has the fields of a request");
  const waiting = await waitingTest(smoke);
  const reference =
    waiting ?? (await store.save({ ...result.request, receivedAt: now(), flags: ["test"], key: null })).reference;
  await smoke.store.remember(noted, reference);
  // Should nobody ask for it again, it goes with what the owner has set apart.
  await smoke.store.judge(reference, "apart", now());
  log("test", { reference });
  return { status: 200, body: { ok: true, reference } };
}

/** There is one test at a time: one whose letter still waits is waited for, one that has arrived makes room. */
async function waitingTest({ store }: Smoke): Promise<string | null> {
  const reference = await store.recall(noted);
  const found = reference ? await store.find(reference) : null;
  if (!found) return null;
  if (found.deliveredAt === null) return found.reference;
  await store.remove(found.reference);
  return null;
}

/** Whether the mail server has taken its letter; it is forgotten then. Of other requests nothing is said. */
async function tell(reference: string, { store }: Smoke): Promise<TestAnswer> {
  const found = await store.find(reference);
  if (!found?.flags.includes("test")) return refusal(404, "There is no such test");
  const delivered = found.deliveredAt !== null;
  if (delivered) await store.remove(reference);
  return { status: 200, body: { ok: true, delivered } };
}

const refusal = (status: number, error: string): TestAnswer => ({ status, body: { ok: false, error } });
