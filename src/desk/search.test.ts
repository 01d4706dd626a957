import { expect, it } from "vitest";
import { sampleStored } from "../../tests/kit/sample-request.ts";
import type { Cursor } from "../requests/store/store.ts";
import { pageSize } from "../requests/store/store.ts";
import type { StoredRequest } from "../requests/store/stored-request.ts";
import { search } from "./search.ts";

/** Lists the requests page by page, as a store does, and counts the pages. */
function storeOf(requests: StoredRequest[]) {
  const counted = { pages: 0 };
  const list = async (after?: Cursor) => {
    counted.pages++;
    const start = after ? requests.findIndex(({ id }) => id === after.id) + 1 : 0;
    return requests.slice(start, start + pageSize);
  };
  return { list, counted };
}

it.each([
  ["zoe", true],
  ["ZOË", true],
  ["late", true],
  ["5550199", true],
  ["(780) 555-01", true],
  ["55", false],
  ["0199 zoe", false],
  ["ext 555", false],
  ["zoe@example.com", true],
  ["k7qf", true],
  ["facial", false],
])("The search for %s finds a request by name, phone, email or reference: %s", async (query, found) => {
  const request = sampleStored({ name: "Zoë Late", phone: "(780) 555-0199", email: "zoe@example.com" });
  expect(await search(query, storeOf([request]))).toEqual(found ? [request] : []);
});

it("A search ends after fifty results, or after twenty thousand requests", async () => {
  const many = Array.from({ length: 20_200 }, (_, number) =>
    sampleStored({ id: String(number), name: `Ana ${number}.` }),
  );
  const store = storeOf(many);
  expect(await search("ana", store)).toHaveLength(50);
  expect(store.counted.pages).toBe(1);
  expect(await search("ana 19999.", storeOf(many))).toHaveLength(1);
  expect(await search("ana 20000.", storeOf(many))).toHaveLength(0);
});
