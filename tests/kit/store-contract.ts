import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fields, mapFields } from "../../src/requests/request.ts";
import type { Store } from "../../src/requests/store/store.ts";
import type { Submission } from "../../src/requests/store/stored-request.ts";
import { hostsPerDay, otherHosts, type Visits } from "../../src/requests/store/visit-store.ts";
import { sampleEmail, sampleStored, sampleSubmission } from "./sample-request.ts";
import { readAllRequests } from "./stored-requests.ts";

const minute = 60_000;
const leaseDuration = 90_000;

/** What every store must do. `open` gives an empty one. */
export function describeStore(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());
    const saveAnother = (number: number, change: Partial<Submission> = {}) =>
      store.save(sampleSubmission({ email: sampleEmail(number), ...change }));

    it("gives back what was saved, to the letter", async () => {
      const oddSubmission: Partial<Submission> = {
        name: "李 \u202eevil\u0000 'x'; DROP TABLE",
        message: "=1+1\n<b>é</b> 😀",
        flags: ["trap", "limit"],
      };
      const { reference, repeated } = await store.save(sampleSubmission(oddSubmission));
      expect(reference).toMatch(/^[2-9A-HJKMNP-Z]{8}$/);
      expect(repeated).toBe(false);
      const id = expect.stringMatching(/^[0-9a-f-]{36}$/);
      expect(await store.find(reference)).toEqual({ ...sampleStored(), ...oddSubmission, id, reference });
    });

    it("keeps every field there is, and tells two requests apart by any of them", async () => {
      const values = mapFields((field) => `the ${field}`);
      const { reference } = await store.save(sampleSubmission(values));
      expect(await store.find(reference)).toMatchObject(values);
      for (const field of fields) {
        expect(await store.save(sampleSubmission({ ...values, [field]: "other" })), field).toMatchObject({
          repeated: false,
        });
      }
      expect(await store.save(sampleSubmission(values))).toEqual({ reference, repeated: true });
    });

    it.each<[string, (number: number) => Partial<Submission>]>([
      ["key", (number) => ({ key: "one", receivedAt: number * minute })],
      ["key, whoever sends it", (number) => ({ key: "one", email: sampleEmail(number) })],
      ["text", (number) => ({ key: `key ${number}` })],
    ])("keeps one row for one %s, a hundred times at once", async (_, change) => {
      const submissions = Array.from({ length: 100 }, (_, number) => sampleSubmission(change(number)));
      const saves = await Promise.allSettled(submissions.map((submission) => store.save(submission)));
      const references = new Set<string>();
      for (const [index, submission] of submissions.entries()) {
        // A busy store refuses what waited too long for a connection. The visitor sends it again.
        const save = saves[index];
        const { reference } = save?.status === "fulfilled" ? save.value : await store.save(submission);
        references.add(reference);
      }
      expect(references.size).toBe(1);
      expect(await store.list()).toHaveLength(1);
    });

    it("says so when a key comes again with other words, and keeps the first", async () => {
      const { reference } = await store.save(sampleSubmission({ key: "one" }));
      const others = await store.save(sampleSubmission({ key: "one", message: "other words" }));
      expect(others).toEqual({ reference, repeated: true, conflict: true });
      expect(await store.save(sampleSubmission({ key: "one" }))).toEqual({ reference, repeated: true });
      expect(await store.list()).toMatchObject([{ message: sampleSubmission().message }]);
    });

    it("lists page by page, newest first, leaving none out and telling none twice", async () => {
      for (let number = 0; number < 250; number += 50) {
        const some = Array.from({ length: 50 }, (_, other) =>
          saveAnother(number + other, { receivedAt: Math.floor(number / 100) }),
        );
        await Promise.all(some);
      }
      expect(await store.list()).toHaveLength(100);
      const all = await readAllRequests(store);
      expect(new Set(all.map(({ email }) => email)).size).toBe(250);
      expect(all).toHaveLength(250);
      expect(all.map(({ receivedAt }) => receivedAt)).toEqual([
        ...Array(50).fill(2),
        ...Array(100).fill(1),
        ...Array(100).fill(0),
      ]);
      // However many are left to do, no job holds more than a page of them.
      for (const { count, oldest } of [await store.listUnanswered(-1, 2), await store.listUnannounced(2)])
        expect([count, oldest.length]).toEqual([250, 100]);
      const late = await store.findLate(2, 1);
      expect([late.count, late.references.length]).toEqual([250, 10]);
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

    it("hands out what is due: visitors before spam, the refused behind, the oldest first", async () => {
      const references: string[] = [];
      for (const number of [1, 2, 3, 4, 5]) {
        const flags: Submission["flags"] = number === 1 ? ["limit"] : [];
        references.push((await saveAnother(number, { receivedAt: number, flags })).reference);
      }
      const [first, second, third] = await store.claim(10, 3, leaseDuration);
      expect([first?.reference, second?.reference, third?.reference]).toEqual(references.slice(1, 4));
      await store.markFailed([first?.id ?? ""], "ECONNREFUSED", 10);
      await store.markFailed([second?.id ?? ""], "554", 10, true);
      await store.markFailed([third?.id ?? ""], "ECONNREFUSED", 20);
      expect(await store.countDue(10)).toEqual({ plain: 2, spam: 1 });
      expect(await store.claim(10, 9, 0, { spam: true })).toMatchObject([{ reference: references[0] }]);
      expect(await store.claim(10, 9, 0, { spam: false, refused: true })).toMatchObject([{ lastError: "554" }]);
      const due = await store.claim(10, 9, leaseDuration);
      expect(due.map(({ reference }) => reference)).toEqual([1, 4, 2, 0].map((index) => references[index]));
      expect(due[0]).toMatchObject({ attempts: 1, lastError: "ECONNREFUSED" });
    });

    it("counts the site's own test as spam, and hands it out like a visitor's", async () => {
      const { reference } = await saveAnother(1, { flags: ["test"] });
      expect((await store.listUnanswered(-1, 10_000)).count).toBe(0);
      expect(await store.claim(10_000, 9, 0, { spam: false })).toMatchObject([{ reference, flags: ["test"] }]);
    });

    it("makes due at once what waits for its time: the oldest that was not refused, or all", async () => {
      for (const number of [1, 2, 3]) await saveAnother(number, { receivedAt: number });
      const ids = (await store.claim(10, 9, 0)).map(({ id }) => id);
      expect(await store.retryNow(10, "all")).toBe(false);
      await store.markFailed(ids.slice(0, 1), "554", 1_000, true);
      await store.markFailed(ids.slice(1), "ECONNREFUSED", 1_000);
      expect(await store.retryNow(10, "oldest")).toBe(true);
      expect((await store.claim(10, 9, 0)).map(({ id }) => id)).toEqual([ids[1]]);
      expect(await store.retryNow(10, "all")).toBe(true);
      expect((await store.claim(10, 9, 0)).map(({ id }) => id)).toEqual([ids[1], ids[2], ids[0]]);
    });

    it("survives a clock that was hours ahead: what waits, what is claimed and whose turn it is", async () => {
      const hour = 60 * minute;
      const ahead = 7 * hour;
      await saveAnother(1, { receivedAt: ahead });
      await saveAnother(2, { receivedAt: ahead });
      const [claimed, failed] = await store.claim(ahead, 2, ahead + 5 * minute);
      await store.markFailed([failed?.id ?? ""], "away", ahead + hour);
      expect(await store.lease("job", ahead, ahead + 5 * minute)).toBe(true);
      // Its first email has no reason to wait, although it would not be too long.
      const fresh = await saveAnother(3, { receivedAt: 2 * hour });
      // The clock is set right.
      await store.clampFutureTimes(hour, 3 * hour);
      expect((await store.claim(hour, 9, hour + 5 * minute)).map(({ reference }) => reference).sort()).toEqual(
        [claimed?.reference, failed?.reference, fresh.reference].sort(),
      );
      expect(await store.pending()).toEqual({ count: 3, since: hour });
      expect(await store.lease("job", hour, hour + 5 * minute)).toBe(true);
      expect(await store.lease("job", hour - minute, hour + 4 * minute)).toBe(false);
    });

    it("respects what a server has claimed whose clock is four minutes ahead or behind", async () => {
      await saveAnother(1, { receivedAt: 0 });
      const [early, right, late] = [0, 4 * minute, 8 * minute];
      expect(await store.lease("job", right, right + 5 * minute)).toBe(true);
      expect(await store.claim(right, 1, right + 5 * minute)).toHaveLength(1);
      for (const clock of [early, late]) {
        expect(await store.claim(clock, 1, clock + 5 * minute)).toEqual([]);
        expect(await store.lease("job", clock, clock + 5 * minute)).toBe(false);
      }
    });

    it("leaves what rightly waits for its time", async () => {
      await saveAnother(1, { receivedAt: 0 });
      const [request] = await store.claim(0, 1, 0);
      await store.markFailed([request?.id ?? ""], "away", 30 * minute);
      await store.clampFutureTimes(0, 40 * minute);
      expect(await store.claim(29 * minute, 1, leaseDuration)).toEqual([]);
      expect(await store.claim(30 * minute, 1, 30 * minute + leaseDuration)).toHaveLength(1);
    });

    it("hands out each request to one caller alone, until its time is up or it has failed", async () => {
      for (let number = 0; number < 20; number++) await saveAnother(number);
      const batches = await Promise.all(Array.from({ length: 8 }, () => store.claim(2_000, 3, leaseDuration)));
      const ids = batches.flat().map(({ id }) => id);
      expect(ids).toHaveLength(20);
      expect(new Set(ids).size).toBe(20);
      expect(await store.countDue(2_000)).toEqual({ plain: 0, spam: 0 });
      await store.markFailed([ids[0] ?? ""], "away", 2_000);
      expect((await store.claim(2_000, 9, leaseDuration)).map(({ id }) => id)).toEqual([ids[0]]);
      expect(await store.claim(leaseDuration - 1, 99, leaseDuration)).toEqual([]);
      expect(await store.claim(leaseDuration, 99, 2 * leaseDuration)).toHaveLength(20);
    });

    it("never hands out again what was delivered, until a copy is asked for", async () => {
      const { reference } = await saveAnother(1);
      const [request] = await store.claim(2_000, 1, leaseDuration);
      await store.markDelivered([request?.id ?? ""], 2_000);
      expect(await store.claim(leaseDuration, 1, leaseDuration)).toEqual([]);
      expect(await store.pending()).toEqual({ count: 0, since: null });
      expect(await store.resend(reference, 5_000)).toBe(true);
      expect(await store.claim(5_000, 1, leaseDuration)).toMatchObject([
        { reference, attempts: 0, copy: 2, deliveredAt: null },
      ]);
      expect(await store.pending()).toEqual({ count: 1, since: 5_000 });
      expect(await store.resend("UNKNOWN", 5_000)).toBe(false);
    });

    it("names late requests once for each level of warning", async () => {
      const { reference } = await saveAnother(1, { receivedAt: 10 });
      await saveAnother(2, { receivedAt: 30 });
      expect(await store.findLate(20, 1)).toEqual({ count: 1, references: [reference] });
      await store.markWarned(20, 1);
      expect(await store.findLate(20, 1)).toEqual({ count: 0, references: [] });
      expect(await store.findLate(40, 1)).toMatchObject({ count: 1 });
      expect(await store.findLate(20, 2)).toEqual({ count: 1, references: [reference] });
    });

    it("summarizes how fast requests were answered, without spam and those of another week", async () => {
      const none = { count: 0, answered: 0, inTime: 0, median: 0, slowest: 0 };
      expect(await store.summarizeAnswers(0, 100, 20)).toEqual(none);
      for (const [number, answerTime] of [5, 20, 21, 90, null].entries()) {
        const { reference } = await saveAnother(number, { receivedAt: 10 + number });
        if (answerTime !== null) await store.markAnswered(reference, 10 + number + answerTime);
      }
      await saveAnother(10, { receivedAt: 9 });
      await saveAnother(11, { receivedAt: 15 });
      await saveAnother(12, { receivedAt: 12, flags: ["trap"] });
      expect(await store.summarizeAnswers(10, 15, 20)).toEqual({
        count: 5,
        answered: 4,
        inTime: 2,
        median: 20,
        slowest: 90,
      });
      const { reference } = await saveAnother(20, { receivedAt: 500 });
      await store.markAnswered(reference, 400);
      expect(await store.summarizeAnswers(500, 501, 20)).toEqual({ ...none, count: 1, answered: 1, inTime: 1 });
    });

    it("counts what is unanswered between two times, and tells the oldest of it", async () => {
      const later = await saveAnother(1, { receivedAt: 30 });
      const earlier = await saveAnother(2, { receivedAt: 10 });
      const { count, oldest } = await store.listUnanswered(0, 30);
      expect([count, oldest.map(({ reference }) => reference)]).toEqual([2, [earlier.reference, later.reference]]);
      expect(await store.listUnanswered(0, 29)).toMatchObject({ count: 1, oldest: [{ reference: earlier.reference }] });
      expect(await store.listUnanswered(10, 30)).toMatchObject({ count: 1, oldest: [{ reference: later.reference }] });
      expect(await store.markAnswered(later.reference, 50)).toBe(true);
      expect(await store.markAnswered("UNKNOWN", 50)).toBe(false);
      expect(await store.listUnanswered(10, 30)).toEqual({ count: 0, oldest: [] });
      expect((await store.list()).map(({ answeredAt }) => answeredAt)).toEqual([50, null]);
    });

    it("removes one by reference and the delivered by age, never the undelivered", async () => {
      const { reference } = await saveAnother(1);
      await saveAnother(2);
      await saveAnother(3);
      const [first, second] = await store.claim(2_000, 2, leaseDuration);
      await store.markDelivered([second?.id ?? ""], 2_000);
      await store.markAnswered(second?.reference ?? "", 2_000);
      expect(await store.remove(reference)).toEqual([first?.id]);
      expect(await store.remove(reference)).toEqual([]);
      expect(await store.listExpired(1_999)).toEqual([]);
      expect(await store.listExpired(2_000)).toEqual([second?.id]);
      await store.purge([second?.id ?? ""], 1_999);
      expect(await store.list()).toHaveLength(2);
      await store.purge([second?.id ?? ""], 2_000);
      expect(await store.list()).toMatchObject([{ email: sampleEmail(3) }]);
    });

    it("keeps a value by its name, and settles one with the first who names it", async () => {
      expect(await store.get("digest")).toBeNull();
      for (const value of ["2026-11-14", "2026-11-15"]) await store.set("digest", value);
      expect(await store.get("digest")).toBe("2026-11-15");
      const values = await Promise.all(Array.from({ length: 8 }, (_, number) => store.getOrSet("key", String(number))));
      expect(new Set(values).size).toBe(1);
      expect(await store.getOrSet("key", "later")).toBe(values[0]);
    });

    it("leases a job to one of many, and to the next when its time is up or it is released", async () => {
      const leases = await Promise.all(Array.from({ length: 8 }, () => store.lease("job", 10, 20)));
      expect(leases.filter(Boolean)).toHaveLength(1);
      expect(await store.lease("job", 19, 30)).toBe(false);
      expect(await store.lease("job", 20, 30)).toBe(true);
      // Another caller has taken the first one since.
      await store.release("job", 20);
      expect(await store.lease("job", 21, 31)).toBe(false);
      await store.release("job", 30);
      expect(await store.lease("job", 21, 31)).toBe(true);
      expect(await store.lease("another", 21, 30)).toBe(true);
    });

    const from = (host: string, day = "2026-11-16"): Visits => ({ day, kind: "from", name: host, views: 1 });

    it("adds visits to what is there, lists the days that were asked for, and deletes those before one", async () => {
      const page: Visits = { day: "2026-11-16", kind: "page", name: "/contact", views: 3 };
      const host: Visits = { ...page, kind: "from", name: "maps.example" };
      const later = { ...page, day: "2026-11-17" };
      await store.addVisits([page, host]);
      await Promise.all([store.addVisits([page]), store.addVisits([page, later])]);
      expect(await store.listVisits("2026-11-15", "2026-11-16")).toEqual(
        expect.arrayContaining([{ ...page, views: 9 }, host]),
      );
      await store.deleteVisits("2026-11-17");
      expect(await store.listVisits("2026-11-16", "2026-11-17")).toEqual([later]);
    });

    it("has room for a number of hosts each day, however many are invented and however they arrive", async () => {
      await store.addVisits([from("first.example"), from("")]);
      for (let batch = 0; batch < 4; batch++) {
        const invented = Array.from({ length: 500 }, (_, number) => from(`host-${batch}-${number}.example`));
        await Promise.all([store.addVisits(invented.slice(250)), store.addVisits(invented.slice(0, 250))]);
      }
      const nextDay = from("next.example", "2026-11-17");
      await store.addVisits([from("first.example"), from(""), nextDay]);
      const stored = await store.listVisits("2026-11-16", "2026-11-16");
      const viewsOf = (host: string) => stored.find((visit) => visit.name === host)?.views;
      expect(stored).toHaveLength(hostsPerDay + 2);
      expect([viewsOf("first.example"), viewsOf("")]).toEqual([2, 2]);
      expect(viewsOf(otherHosts)).toBe(2_000 - (hostsPerDay - 1));
      expect(await store.listVisits("2026-11-17", "2026-11-17")).toEqual([nextDay]);
    });
  });
}
