import type { RequestStore } from "./store.ts";
import type { StoredRequest } from "./stored-request.ts";

/** Yields all requests, newest first, and reads one page at a time. */
export async function* iterateRequests({ list }: Pick<RequestStore, "list">): AsyncGenerator<StoredRequest> {
  let page = await list();
  for (let last = page.at(-1); last; last = page.at(-1)) {
    yield* page;
    page = await list(last);
  }
}
