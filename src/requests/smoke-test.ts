import { describeError } from "../log/errors.ts";
import type { Log } from "../log/log.ts";
import { readBody } from "./read-body.ts";
import { validate } from "./request.ts";
import type { DeskStore } from "./store/desk-store.ts";
import type { KeyValues, RequestStore } from "./store/store.ts";
import { timingSafeEqual } from "./timing-safe-equal.ts";

/** `npm run requests -- smoke` sends the key that only the host knows in this header. */
export const smokeKeyHeader = "x-smoke-key";

export type SmokeTest = {
  key: string;
  store: Pick<RequestStore, "find" | "remove"> & Pick<DeskStore, "setVerdict"> & Pick<KeyValues, "get" | "set">;
};

type TestSettings = { smokeTest?: SmokeTest; store: Pick<RequestStore, "save">; now: () => number; log: Log };
type TestResponse = { status: number; body: object };

const currentTestKey = "smoke test";

/**
 * Handles the host's own test: it takes the path of a request, but is neither rate-limited nor counted for the owner.
 * Null for a request that does not claim to be a test.
 */
export async function handleSmokeTest(request: Request, settings: TestSettings): Promise<TestResponse | null> {
  const givenKey = request.headers.get(smokeKeyHeader);
  if (givenKey === null) return null;
  const { smokeTest, log } = settings;
  if (!smokeTest || !(await timingSafeEqual(givenKey, smokeTest.key)))
    return errorResponse(403, "SMOKE_KEY is different or not set here");
  try {
    if (request.method === "POST") return await acceptTest(request, smokeTest, settings);
    const askedReference = new URL(request.url).searchParams.get("test");
    return await reportTest(askedReference ?? "", smokeTest);
  } catch (error) {
    log("fault", { while: "testing", ...describeError(error) });
    return errorResponse(503, "The test could not be stored or found");
  }
}

async function acceptTest(
  request: Request,
  smokeTest: SmokeTest,
  { store, now, log }: TestSettings,
): Promise<TestResponse> {
  const body = await readBody(request);
  const result = validate("input" in body ? body.input : null);
  if (!result.ok) return errorResponse(422, "A test has the fields of a request");
  // There is one test at a time.
  const previous = await smokeTest.store.get(currentTestKey);
  if (previous) await smokeTest.store.remove(previous);
  const { reference } = await store.save({ ...result.request, receivedAt: now(), flags: ["test"], key: null });
  await smokeTest.store.set(currentTestKey, reference);
  // If nobody asks for its result, it expires with the requests that the owner has marked as spam.
  await smokeTest.store.setVerdict(reference, "spam", now());
  log("test", { reference });
  return { status: 200, body: { ok: true, reference } };
}

/** Reports whether the mail server has accepted the test's email, and then removes the test. Never reveals other requests. */
async function reportTest(reference: string, { store }: SmokeTest): Promise<TestResponse> {
  const found = await store.find(reference);
  if (!found?.flags.includes("test")) return errorResponse(404, "There is no such test");
  const delivered = found.deliveredAt !== null;
  if (delivered) await store.remove(reference);
  return { status: 200, body: { ok: true, delivered } };
}

const errorResponse = (status: number, error: string): TestResponse => ({ status, body: { ok: false, error } });
