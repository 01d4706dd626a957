import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fields, mapFields } from "../request.ts";
import { sampleEmail, sampleStored, sampleSubmission } from "../sample-request.ts";
import type { Store } from "./store.ts";
import type { Submission } from "./stored-request.ts";

const minute = 60_000;
const lease = 90_000;

/** What every store must do. `open` gives an empty one. */
export function describeStore(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());
    const saveOther = (number: number, change: Partial<Submission> = {}) =>
      store.save(sampleSubmission({ email: sampleEmail(number), ...change }));

    it("gives back what was saved, to the letter", async () => {
      const odd: Partial<Submission> = {
        name: "李 \u202eevil\u0000 'x'; DROP TABLE",
        message: "=1+1\n<b>é</b> 😀",
        flags: ["trap", "limit"],
      };
      const { reference, repeated } = await store.save(sampleSubmission(odd));
      expect(reference).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
      expect(repeated).toBe(false);
      const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
      expect(await store.find(reference)).toEqual({ ...sampleStored(), ...odd, id, reference });
    });

    it("keeps every field there is, and tells two requests apart by any of them", async () => {
      const words = mapFields((field) => `the ${field}`);
      const { reference } = await store.save(sampleSubmission(words));
      expect(await store.find(reference)).toMatchObject(words);
      for (const field of fields) {
        expect(await store.save(sampleSubmission({ ...words, [field]: "other" })), field).toMatchObject({
          repeated: false,
        });
      }
      expect(await store.save(sampleSubmission(words))).toEqual({ reference, repeated: true });
    });

    it("keeps one row for one key, a hundred times at once", async () => {
      const saves = Array.from({ length: 100 }, (_, time) =>
        store.save(sampleSubmission({ key: "one", message: `attempt ${time}`, receivedAt: time * minute })),
      );
      const references = new Set((await Promise.all(saves)).map(({ reference }) => reference));
      expect(references.size).toBe(1);
      expect(await store.list()).toHaveLength(1);
    });

    it("keeps one row for the same words within ten minutes, whatever the key", async () => {
      const first = await store.save(sampleSubmission({ key: "one" }));
      expect(await store.save(sampleSubmission({ key: "two", receivedAt: 1_000 + 10 * minute - 1 }))).toEqual({
        reference: first.reference,
        repeated: true,
      });
      expect(await store.save(sampleSubmission({ receivedAt: 1_000 + 10 * minute }))).toMatchObject({
        repeated: false,
      });
      expect(await store.save(sampleSubmission({ message: "Hello!" }))).toMatchObject({ repeated: false });
      expect(await store.list()).toHaveLength(3);
    });

    it("hands out what is due: the untried first, then the longest waiting", async () => {
      const references = [];
      for (const number of [1, 2, 3, 4]) references.push((await saveOther(number, { receivedAt: number })).reference);
      const [first, second] = await store.claim(10, 2, lease);
      expect([first?.reference, second?.reference]).toEqual(references.slice(0, 2));
      await store.failed([first?.id ?? ""], "ECONNREFUSED", 10);
      await store.failed([second?.id ?? ""], "554", 20);
      expect(await store.fresh(10)).toBe(2);
      const due = await store.claim(10, 9, lease);
      expect(due.map(({ reference }) => reference)).toEqual([references[2], references[3], references[0]]);
      expect(due[2]).toMatchObject({ attempts: 1, lastError: "ECONNREFUSED" });
    });

    it("hands out each request to one caller alone, until its time is up or it has failed", async () => {
      for (let number = 0; number < 20; number++) await saveOther(number);
      const hands = await Promise.all(Array.from({ length: 8 }, () => store.claim(2_000, 3, lease)));
      const ids = hands.flat().map(({ id }) => id);
      expect(ids).toHaveLength(20);
      expect(new Set(ids).size).toBe(20);
      expect(await store.fresh(2_000)).toBe(0);
      await store.failed([ids[0] ?? ""], "away", 2_000);
      expect((await store.claim(2_000, 9, lease)).map(({ id }) => id)).toEqual([ids[0]]);
      expect(await store.claim(lease - 1, 99, lease)).toEqual([]);
      expect(await store.claim(lease, 99, 2 * lease)).toHaveLength(20);
    });

    it("never hands out again what was delivered, until a copy is asked for", async () => {
      const { reference } = await saveOther(1);
      const [request] = await store.claim(2_000, 1, lease);
      await store.delivered([request?.id ?? ""], 2_000);
      expect(await store.claim(lease, 1, lease)).toEqual([]);
      expect(await store.waiting()).toEqual({ count: 0, since: null });
      expect(await store.resend(reference, 5_000)).toBe(true);
      expect(await store.claim(5_000, 1, lease)).toMatchObject([
        { reference, attempts: 0, copy: 2, deliveredAt: null },
      ]);
      expect(await store.waiting()).toEqual({ count: 1, since: 5_000 });
      expect(await store.resend("UNKNOWN", 5_000)).toBe(false);
    });

    it("names late requests once for each level of warning", async () => {
      const { reference } = await saveOther(1, { receivedAt: 10 });
      await saveOther(2, { receivedAt: 30 });
      expect(await store.late(20, 1)).toEqual([reference]);
      await store.warned([reference], 1);
      expect(await store.late(20, 1)).toEqual([]);
      expect(await store.late(20, 2)).toEqual([reference]);
    });

    it("tells what is unanswered and what was not yet reminded of, oldest first", async () => {
      const later = await saveOther(1, { receivedAt: 30 });
      const earlier = await saveOther(2, { receivedAt: 10 });
      expect((await store.unanswered()).map(({ reference }) => reference)).toEqual([
        earlier.reference,
        later.reference,
      ]);
      const [overdue] = await store.unreminded(20);
      expect(overdue).toMatchObject({ reference: earlier.reference });
      await store.reminded([overdue?.id ?? ""], 40);
      expect(await store.unreminded(20)).toEqual([]);
      expect(await store.answered(later.reference, 50)).toBe(true);
      expect(await store.answered("UNKNOWN", 50)).toBe(false);
      expect(await store.unreminded(99)).toEqual([]);
      expect((await store.list()).map(({ answeredAt }) => answeredAt)).toEqual([50, null]);
    });

    it("removes one by reference and the delivered by age, never the undelivered", async () => {
      const { reference } = await saveOther(1);
      await saveOther(2);
      await saveOther(3);
      const [first, second] = await store.claim(2_000, 2, lease);
      await store.delivered([second?.id ?? ""], 2_000);
      expect(await store.remove(reference)).toEqual([first?.id]);
      expect(await store.remove(reference)).toEqual([]);
      expect(await store.purge(1_999)).toEqual([]);
      expect(await store.purge(2_000)).toEqual([second?.id]);
      expect(await store.list()).toMatchObject([{ email: sampleEmail(3) }]);
    });

    it("remembers what is noted", async () => {
      expect(await store.recall("digest")).toBeNull();
      await store.remember("digest", "2026-11-14");
      await store.remember("digest", "2026-11-15");
      expect(await store.recall("digest")).toBe("2026-11-15");
    });

    it("leases a duty to one of many, and to the next when its time is up or it is released", async () => {
      const leases = await Promise.all(Array.from({ length: 8 }, () => store.lease("watch", 10, 20)));
      expect(leases.filter(Boolean)).toHaveLength(1);
      expect(await store.lease("watch", 19, 30)).toBe(false);
      expect(await store.lease("watch", 20, 30)).toBe(true);
      await store.release("watch");
      expect(await store.lease("watch", 21, 30)).toBe(true);
      expect(await store.lease("another", 21, 30)).toBe(true);
    });

    it("finds itself in good health", async () => {
      await expect(store.check()).resolves.toBeUndefined();
    });
  });
}
