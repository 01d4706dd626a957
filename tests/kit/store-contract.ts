import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fields, mapFields } from "../../src/requests/request.ts";
import {
  confirmationInterval,
  confirmationsPerHour,
  linkInterval,
  linkLifetime,
  sessionLifetime,
  usedAtInterval,
} from "../../src/requests/store/desk-store.ts";
import { keptUnanswered, noticePeriod, type Store } from "../../src/requests/store/store.ts";
import { clockSkew, type StoredRequest, type Submission } from "../../src/requests/store/stored-request.ts";
import { hostsPerDay, otherHosts, type Visits } from "../../src/requests/store/visit-store.ts";
import { sampleEmail, sampleStored, sampleSubmission } from "./sample-request.ts";
import { readAllRequests } from "./stored-requests.ts";

const minute = 60_000;
const leaseDuration = 90_000;
const session = { name: "one", device: "iPhone", since: 100, usedAt: 100, epoch: "" };

/** What every store must do. `open` gives an empty one. */
export function describeStore(name: string, open: () => Promise<Store>): void {
  describe(name, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());
    /** Stores a request of the visitor with this number. */
    const save = async (number: number, change: Partial<Submission> = {}): Promise<StoredRequest> => {
      const { reference } = await store.save(sampleSubmission({ email: sampleEmail(number), ...change }));
      const found = await store.find(reference);
      if (!found) throw new Error(`${reference} is not stored`);
      return found;
    };
    const listIds = async () => (await store.list()).map(({ id }) => id).sort();

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
          save(number + other, { receivedAt: Math.floor(number / 100) }),
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
      const isRepeat = async (change: Partial<Submission>) => (await store.save(sampleSubmission(change))).repeated;
      expect(await isRepeat({ key: "one" })).toBe(false);
      expect(await isRepeat({ key: "two", receivedAt: 1_000 + 10 * minute - 1 })).toBe(true);
      expect(await isRepeat({ receivedAt: 1_000 + 10 * minute })).toBe(false);
      expect(await isRepeat({ message: "Hello!" })).toBe(false);
      expect(await store.list()).toHaveLength(3);
    });

    it("hands out what is due: visitors before spam, the refused behind, the oldest first", async () => {
      const references: string[] = [];
      for (const number of [1, 2, 3, 4, 5]) {
        const flags: Submission["flags"] = number === 1 ? ["limit"] : [];
        references.push((await save(number, { receivedAt: number, flags })).reference);
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
      const { reference } = await save(1, { flags: ["test"] });
      expect((await store.listUnanswered(-1, 10_000)).count).toBe(0);
      expect(await store.claim(10_000, 9, 0, { spam: false })).toMatchObject([{ reference, flags: ["test"] }]);
    });

    it("makes due at once what waits for its time: the oldest that was not refused, or all", async () => {
      for (const number of [1, 2, 3]) await save(number, { receivedAt: number });
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
      const saveAhead = (number: number) => save(number, { receivedAt: ahead });
      const [claimed, failed, waiting] = [await saveAhead(1), await saveAhead(2), await saveAhead(3)];
      expect(await store.claim(ahead, 3, ahead + 5 * minute)).toHaveLength(3);
      await store.markFailed([failed.id], "away", ahead + hour);
      // This one rightly waits.
      await store.markFailed([waiting.id], "away", 4 * hour);
      expect(await store.lease("job", ahead, ahead + 5 * minute)).toBe(true);
      // Its first email has no reason to wait, although it would not be too long.
      const fresh = await save(4, { receivedAt: 2 * hour });
      // The clock is set right.
      await store.clampFutureTimes(hour, 3 * hour);
      expect((await store.claim(hour, 9, hour + 5 * minute)).map(({ reference }) => reference).sort()).toEqual(
        [claimed.reference, failed.reference, fresh.reference].sort(),
      );
      expect(await store.pending()).toEqual({ count: 4, since: hour });
      expect(await store.lease("job", hour, hour + 5 * minute)).toBe(true);
      expect(await store.lease("job", hour - minute, hour + 4 * minute)).toBe(false);
    });

    it("respects what a server has claimed whose clock is four minutes ahead or behind", async () => {
      await save(1, { receivedAt: 0 });
      const [early, right, late] = [0, 4 * minute, 8 * minute];
      expect(await store.lease("job", right, right + 5 * minute)).toBe(true);
      expect(await store.claim(right, 1, right + 5 * minute)).toHaveLength(1);
      for (const clock of [early, late]) {
        expect(await store.claim(clock, 1, clock + 5 * minute)).toEqual([]);
        expect(await store.lease("job", clock, clock + 5 * minute)).toBe(false);
      }
    });

    it("hands out each request to one caller alone, until its time is up or it has failed", async () => {
      for (let number = 0; number < 20; number++) await save(number);
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
      const { reference } = await save(1);
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
      const { reference } = await save(1, { receivedAt: 10 });
      await save(2, { receivedAt: 30 });
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
        const { reference } = await save(number, { receivedAt: 10 + number });
        if (answerTime !== null) await store.markAnswered(reference, 10 + number + answerTime);
      }
      await save(10, { receivedAt: 9 });
      await save(11, { receivedAt: 15 });
      await save(12, { receivedAt: 12, flags: ["trap"] });
      expect(await store.summarizeAnswers(10, 15, 20)).toEqual({
        count: 5,
        answered: 4,
        inTime: 2,
        median: 20,
        slowest: 90,
      });
      const { reference } = await save(20, { receivedAt: 500 });
      await store.markAnswered(reference, 400);
      expect(await store.summarizeAnswers(500, 501, 20)).toEqual({ ...none, count: 1, answered: 1, inTime: 1 });
    });

    it("counts what is unanswered between two times, and tells the oldest of it", async () => {
      const later = await save(1, { receivedAt: 30 });
      const earlier = await save(2, { receivedAt: 10 });
      const { count, oldest } = await store.listUnanswered(0, 30);
      expect([count, oldest.map(({ reference }) => reference)]).toEqual([2, [earlier.reference, later.reference]]);
      expect(await store.listUnanswered(0, 29)).toMatchObject({ count: 1, oldest: [{ reference: earlier.reference }] });
      expect(await store.listUnanswered(10, 30)).toMatchObject({ count: 1, oldest: [{ reference: later.reference }] });
      await store.markAnswered(later.reference, 50);
      expect(await store.listUnanswered(10, 30)).toEqual({ count: 0, oldest: [] });
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

    it("notes what happens to a request, in order, and erases note and history with it", async () => {
      const { id, reference } = await save(1);
      await store.setNote(reference, "private");
      await store.markDelivered([id], 2_000);
      await store.markReminded([id], 3_000);
      await store.setVerdict(reference, "spam", 4_000);
      await store.setVerdict(reference, "real", 5_000);
      await store.markAnswered(reference, 6_000);
      await store.undoAnswered(reference, 6_000);
      await store.resend(reference, 7_000);
      expect((await store.history(reference)).map(({ at, event }) => `${at} ${event}`)).toEqual([
        "2000 sent",
        "3000 reminded",
        "4000 spam",
        "5000 real",
        "6000 answered",
        "6000 taken back",
        "7000 sent again",
      ]);
      expect(await store.remove(reference)).toEqual([id]);
      expect(await store.remove(reference)).toEqual([]);
      expect(await store.history(reference)).toEqual([]);
    });

    it("marks once, and says of each mark whether there is such a request", async () => {
      const { reference } = await save(1);
      for (const at of [10, 20]) {
        expect(await store.setVerdict(reference, "spam", at)).toBe(true);
        expect(await store.markAnswered(reference, at)).toBe(true);
      }
      expect(await store.find(reference)).toMatchObject({ answeredAt: 10, verdict: "spam" });
      for (const at of [30, 40]) expect(await store.undoAnswered(reference, at)).toBe(true);
      expect(await store.setNote(reference, "é\n‘works nights’")).toBe(true);
      expect(await store.find(reference)).toMatchObject({ answeredAt: null, note: "é\n‘works nights’" });
      expect(await store.history(reference)).toHaveLength(3);
      expect([
        await store.markAnswered("UNKNOWN", 1),
        await store.setVerdict("UNKNOWN", "real", 1),
        await store.undoAnswered("UNKNOWN", 1),
        await store.setNote("UNKNOWN", "x"),
      ]).toEqual([false, false, false, false]);
    });

    it("keeps spam outside of what waits, whoever called it spam", async () => {
      const [real, flagged] = [await save(1), await save(2, { flags: ["trap"] })];
      const listBoth = async () => [(await store.listUnanswered(0, 2_000)).oldest, (await store.listSpam()).oldest];
      expect(await listBoth()).toMatchObject([[{ id: real.id }], [{ id: flagged.id }]]);
      await store.setVerdict(real.reference, "spam", 10);
      await store.setVerdict(flagged.reference, "real", 10);
      expect(await listBoth()).toMatchObject([[{ id: flagged.id }], [{ id: real.id }]]);
      await store.markAnswered(real.reference, 20);
      expect(await store.listSpam()).toEqual({ count: 0, oldest: [] });
      expect(await store.listAnsweredSince(19)).toMatchObject({ count: 1, newest: [{ id: real.id }] });
      expect(await store.listAnsweredSince(20)).toEqual({ count: 0, newest: [] });
    });

    it("lets nothing expire that is undelivered, unanswered or only taken for spam, whatever its age", async () => {
      const [unanswered, answered, spam, undelivered] = [await save(1), await save(2), await save(3), await save(4)];
      const flagged = await save(5, { flags: ["limit"] });
      await store.markDelivered([unanswered.id, answered.id, spam.id, flagged.id], 2_000);
      await store.markAnswered(answered.reference, 3_000);
      await store.markAnswered(undelivered.reference, 3_000);
      await store.setVerdict(spam.reference, "spam", 4_000);
      expect(await store.listExpired(2_999)).toEqual([]);
      expect(await store.listExpired(3_000)).toEqual([answered.id]);
      expect((await store.listExpired(Number.MAX_SAFE_INTEGER)).sort()).toEqual([answered.id, spam.id].sort());
      await store.purge(await listIds(), 3_999);
      expect(await listIds()).toEqual([unanswered.id, flagged.id, spam.id, undelivered.id].sort());
    });

    it("lets what was answered a year ago expire, delivered or not, unless requests are kept for longer", async () => {
      const [undelivered, kept] = [await save(1), await save(2)];
      await store.markAnswered(undelivered.reference, 2_000);
      await store.markAnswered(kept.reference, 2_001);
      const now = 2_000 + keptUnanswered;
      expect([await store.listExpired(now, now - 1), await store.listExpired(1_999, now)]).toEqual([[], []]);
      expect(await store.listExpired(2_000, now)).toEqual([undelivered.id]);
      await store.purge([undelivered.id, kept.id], 1_999, now);
      expect(await listIds()).toHaveLength(2);
      await store.purge([undelivered.id, kept.id], 2_000, now);
      expect(await listIds()).toEqual([kept.id]);
    });

    it("lets what nobody answered expire after a year, once its end was announced and not answered since", async () => {
      const [forgotten, answered] = [await save(1), await save(2)];
      const flagged = await save(3, { flags: ["trap"] });
      const now = 1_000 + keptUnanswered + noticePeriod;
      expect(await store.listUnannounced(999)).toEqual({ count: 0, spamCount: 0, oldest: [] });
      expect(await store.listUnannounced(now)).toMatchObject({ count: 2, spamCount: 1 });
      for (let time = 0; time < 2; time++) await store.markAnnounced(now, 1_000 + keptUnanswered);
      expect(await store.listUnannounced(now)).toEqual({ count: 0, spamCount: 0, oldest: [] });
      expect((await store.history(forgotten.reference)).map(({ event }) => event)).toEqual(["announced"]);
      expect([await store.listExpired(0), await store.listExpired(0, now - 1)]).toEqual([[], []]);
      const ids = await store.listExpired(0, now);
      expect([...ids].sort()).toEqual([forgotten.id, answered.id, flagged.id].sort());
      await store.markAnswered(answered.reference, now);
      await store.purge(ids, 0, now - 1);
      expect(await listIds()).toHaveLength(3);
      await store.purge(ids, 0, now);
      expect(await listIds()).toEqual([answered.id]);
    });

    it("lets what could not be announced expire as late, and later still once it was announced", async () => {
      const now = 1_000 + keptUnanswered;
      const untold = await save(1);
      for (const at of [now, now + 5]) await store.markAnnounced(now, at, "not announced");
      expect(await store.listExpired(0, now + noticePeriod - 1)).toEqual([]);
      expect(await store.listExpired(0, now + noticePeriod)).toEqual([untold.id]);
      await store.markAnnounced(now, now + 10);
      expect(await store.listExpired(0, now + noticePeriod + 9)).toEqual([]);
      expect(await store.listExpired(0, now + noticePeriod + 10)).toEqual([untold.id]);
      await store.remove(untold.reference);
      // A younger one stays, however long ago its end was announced.
      const younger = await save(2, { receivedAt: now - keptUnanswered + 1 });
      await store.markAnnounced(now, 0);
      expect(await store.listExpired(0, now)).toEqual([]);
      await store.purge([younger.id], 0, now);
      expect(await store.listExpired(0, now + 1)).toEqual([younger.id]);
    });

    it("lets a visitor be told once per mailbox, whatever its address, and another at the same host", async () => {
      const gmail = ["ana.roe@gmail.com", "anaroe+x@gmail.com", "a.n.a.roe@GoogleMail.com", "anaroes@gmail.com"];
      const others = ["ana@example.com", "Ana+tag@example.com", "a.na@example.com", "ana+gmail.com@example.org"];
      const results = [];
      for (const email of [...gmail, ...others])
        results.push(await store.markConfirmed((await save(1, { email })).id, 1_000));
      expect(results).toEqual([true, false, false, true, true, false, true, true]);
    });

    it("lets a visitor be told once per address and day, and only a few visitors in an hour", async () => {
      const { id } = await save(1);
      const results = await Promise.all(Array.from({ length: 4 }, () => store.markConfirmed(id, 1_000)));
      expect(results.filter(Boolean)).toHaveLength(1);
      const again = await save(1, { message: "again" });
      expect(await store.markConfirmed(again.id, 999 + confirmationInterval)).toBe(false);
      expect(await store.markConfirmed(again.id, 1_000 + confirmationInterval)).toBe(true);
      expect(await store.markConfirmed(id, 9 * confirmationInterval)).toBe(false);
      expect(await store.markConfirmed((await save(2, { flags: ["trap"] })).id, 0)).toBe(false);
      const now = 20 * confirmationInterval;
      const told = [];
      for (let number = 0; number < confirmationsPerHour; number++)
        told.push(await store.markConfirmed((await save(10 + number)).id, now));
      expect(told).toEqual(Array(confirmationsPerHour).fill(true));
      const last = await save(5);
      expect(await store.markConfirmed(last.id, now)).toBe(false);
      expect(await store.markConfirmed(last.id, now + 60 * 60_000)).toBe(true);
    });

    it("gives out one link in ten minutes, however many ask at once, unless that one was used", async () => {
      const created = await Promise.all(
        Array.from({ length: 20 }, (_, number) => store.createSignInLink(`h${number}`, 100)),
      );
      expect(created.filter(Boolean)).toHaveLength(1);
      expect(await store.createSignInLink("too early", 99 + linkInterval)).toBe(false);
      expect(await store.createSignInLink("later", 100 + linkInterval)).toBe(true);
      expect(await store.redeemSignInLink("later", 101 + linkInterval)).toBe(true);
      expect(await store.createSignInLink("after use", 102 + linkInterval)).toBe(true);
      await store.deleteSignInLink("after use");
      expect(await store.createSignInLink("not sent", 103 + linkInterval)).toBe(true);
    });

    it("lets a link be used once, by one of many, and not when it is old", async () => {
      await store.createSignInLink("hash", 100);
      const isValid = (now: number) => store.isSignInLinkValid("hash", now);
      expect([await isValid(99 + linkLifetime), await isValid(100 + linkLifetime)]).toEqual([true, false]);
      expect(await store.redeemSignInLink("hash", 100 + linkLifetime)).toBe(false);
      expect(await store.redeemSignInLink("other", 150)).toBe(false);
      const redeemed = await Promise.all(Array.from({ length: 8 }, () => store.redeemSignInLink("hash", 150)));
      expect(redeemed.filter(Boolean)).toHaveLength(1);
      expect(await isValid(150)).toBe(false);
    });

    it("neither counts nor accepts links and sessions that a wrong clock dated in the future", async () => {
      const ahead = 7 * 60 * 60_000;
      await store.createSignInLink("ahead", ahead);
      await store.createSession("ahead", { name: "one", device: "", since: ahead, usedAt: ahead, epoch: "" });
      expect([await store.isSignInLinkValid("ahead", 0), await store.redeemSignInLink("ahead", 0)]).toEqual([
        false,
        false,
      ]);
      expect([await store.findSession("ahead", 0), await store.listSessions("", 0)]).toEqual([null, []]);
      expect(await store.createSignInLink("now", 0)).toBe(true);
      // The clocks of two servers may differ a little.
      expect(await store.isSignInLinkValid("now", -clockSkew)).toBe(true);
      expect(await store.isSignInLinkValid("ahead", ahead)).toBe(false);
    });

    it("knows sessions by their hash, lists them, and forgets those that ended or are too old at the next", async () => {
      const names = async (epoch: string, now: number) =>
        (await store.listSessions(epoch, now)).map(({ name }) => name);
      await store.createSession("hash", session);
      await store.createSession("second", { ...session, name: "two", since: 200 });
      expect(await store.findSession("hash", 99 + sessionLifetime)).toEqual(session);
      expect(await store.findSession("hash", 100 + sessionLifetime)).toBeNull();
      expect(await store.findSession("one", 100)).toBeNull();
      for (const later of [0, 1, 2]) await store.markSessionUsed("hash", 100 + usedAtInterval + later);
      expect(await store.findSession("hash", 300)).toEqual({ ...session, usedAt: 101 + usedAtInterval });
      expect(await names("", 300)).toEqual(["two", "one"]);
      await store.deleteSession("two");
      expect(await store.findSession("second", 300)).toBeNull();
      expect(await names("", 99 + sessionLifetime)).toEqual(["one"]);
      expect([await names("", 100 + sessionLifetime), await names("another", 300)]).toEqual([[], []]);
      await store.createSession("third", { ...session, name: "three", since: 99 + sessionLifetime });
      expect(await store.findSession("hash", 300)).not.toBeNull();
      await store.createSession("fourth", { ...session, name: "four", since: 100 + sessionLifetime });
      expect(await store.findSession("hash", 300)).toBeNull();
      await store.createSession("fifth", { ...session, name: "five", since: 100 + sessionLifetime, epoch: "another" });
      expect(await store.findSession("third", 99 + sessionLifetime)).toBeNull();
      await store.createSignInLink("link", 100);
      await store.deleteAllSessions();
      expect(await names("another", 100 + sessionLifetime)).toEqual([]);
      expect(await store.isSignInLinkValid("link", 100)).toBe(false);
    });
  });
}
