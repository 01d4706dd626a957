import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openSqliteStore } from "../../src/requests/store/sqlite.ts";
import type { Store } from "../../src/requests/store/store.ts";
import type { Submission } from "../../src/requests/store/stored-request.ts";
import { sampleEmail, sampleSubmission } from "./sample-request.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A request of the visitor with this number, received now. */
export const submissionOf = (number: number, change: Partial<Submission> = {}): Submission =>
  sampleSubmission({ email: sampleEmail(number), receivedAt: Date.now(), ...change });

/** Opens an empty embedded store until the test ends. */
export function openEmptyStore(): Store {
  const store = openSqliteStore(join(temporaryFolder(), "requests.db"), () => {});
  onTestFinished(() => store.close());
  return store;
}

/** Opens an embedded store with this many requests until the test ends. */
export async function openStoreWith(requests: number, change: Partial<Submission> = {}): Promise<Store> {
  const store = openEmptyStore();
  for (let number = 1; number <= requests; number++) await store.save(submissionOf(number, change));
  return store;
}
