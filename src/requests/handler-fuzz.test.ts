import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sampleRequest } from "../../tests/kit/sample-request.ts";
import { createHandler } from "./handler.ts";
import { unlimited } from "./rate-limit.ts";
import { endpoint, mapFields } from "./request.ts";

const url = `https://studio.example${endpoint}`;

const handle = createHandler({
  store: { save: async () => ({ reference: "K7QF3M2P", repeated: false }) },
  limiter: unlimited,
  now: () => 0,
  log: () => {},
  contactUrl: "/contact",
  allowedOrigins: "*",
  keepForm: () => "token",
});

describe("A request with random content", () => {
  const headers = fc.record(
    {
      "content-type": fc.oneof(
        fc.constantFrom("application/json", "application/x-www-form-urlencoded", "text/plain", "APPLICATION/JSON; a=b"),
        fc.string(),
      ),
      origin: fc.oneof(fc.constantFrom("null", "https://studio.example", "//", "http://[::1]"), fc.string()),
      "sec-fetch-site": fc.constantFrom("cross-site", "same-origin", "none"),
      "idempotency-key": fc.string(),
      "x-spam": fc.string(),
    },
    { requiredKeys: [] },
  );
  const text = fc.string({ unit: "binary", maxLength: 300 });
  const near = (value: string) => fc.oneof({ weight: 4, arbitrary: fc.constant(value) }, text);
  const almost = fc.record(
    {
      ...mapFields((field) => near(sampleRequest[field])),
      treatment: fc.oneof(near(sampleRequest.treatment), fc.anything()),
      message: text,
      website: text,
    },
    { requiredKeys: ["name", "email"] },
  );
  const bodies = fc.oneof(
    almost.map((value) => JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? String(inner) : inner))),
    almost.map((value) => {
      const entries = Object.entries(value).map(([key, inner]) => [key, typeof inner === "string" ? inner : "odd"]);
      return new URLSearchParams(entries).toString();
    }),
    fc.json(),
    fc.string({ unit: "binary", maxLength: 400 }),
    fc.uint8Array({ maxLength: 400 }),
    fc.integer({ min: 16_000, max: 70_000 }).map((size) => "a=".repeat(size / 2)),
  );

  it("is answered and never causes an error of our own", async () => {
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("POST", "POST", "POST", "PUT", "OPTIONS", "DELETE"),
        headers,
        bodies,
        async (method, given, body) => {
          const sent = typeof body === "string" ? body : new Uint8Array(body);
          const request = new Request(url, { method, body: sent, headers: printable(given) });
          const response = await handle(request, "192.0.2.1");
          statuses.add(response.status);
          expect(response.status).toBeLessThan(500);
          expect(response.headers.get("access-control-allow-origin")).toBe("*");
        },
      ),
      { numRuns: 1_000 },
    );
    expect([...statuses].sort()).toEqual([200, 204, 303, 400, 405, 413, 415, 422]);
  });

  /** Replaces characters that Node does not allow in a header. */
  function printable(given: Record<string, string | undefined>): [string, string][] {
    return Object.entries(given).map(([name, value]) => [name, (value ?? "").replace(/[^\x20-\x7e]/g, "?")]);
  }
});
