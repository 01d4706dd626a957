import { expect, it } from "vitest";
import { sampleStored } from "../../tests/kit/sample-request.ts";
import { search } from "./search.ts";

it.each([
  ["zoe", true],
  ["ZOË", true],
  ["5550199", true],
  ["(780) 555-01", true],
  ["55", false],
  ["ext 555", false],
  ["zoe@example.com", true],
  ["k7qf", true],
  ["facial", false],
])("The search for %s finds a request by name, phone, email or reference: %s", async (query, found) => {
  const request = sampleStored({ name: "Zoë Late", phone: "(780) 555-0199", email: "zoe@example.com" });
  expect(await search(query, { list: async (after) => (after ? [] : [request]) })).toEqual(found ? [request] : []);
});
