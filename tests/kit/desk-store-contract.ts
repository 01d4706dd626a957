import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  confirmationInterval,
  confirmationsPerHour,
  linkInterval,
  linkLifetime,
  sessionLifetime,
  usedAtInterval,
} from "../../src/requests/store/desk-store.ts";
import { keptUnanswered, noticePeriod, type Store } from "../../src/requests/store/store.ts";
import { clockSkew, type Submission } from "../../src/requests/store/stored-request.ts";
import { sampleEmail, sampleSubmission } from "./sample-request.ts";

const anyTime = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER] as const;

/** What every store must do for the owner's desk. `open` gives an empty one. */
export function describeDeskStore(name: string, open: () => Promise<Store>): void {
  describe(`${name}, for the desk`, () => {
    let store: Store;
    beforeEach(async () => {
      store = await open();
    });
    afterEach(() => store.close());
    const save = async (number: number, change: Partial<Submission> = {}) =>
      (await store.save(sampleSubmission({ email: sampleEmail(number), ...change }))).reference;

    it("notes what happens to a request, in order", async () => {
      const reference = await save(1);
      const [request] = await store.claim(2_000, 1, 9_000);
      const ids = [request?.id ?? ""];
      await store.markDelivered(ids, 2_000);
      await store.markReminded(ids, 3_000);
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
      expect(await store.history("UNKNOWN")).toEqual([]);
    });

    it("marks once, and says of each mark whether there is such a request", async () => {
      const reference = await save(1);
      for (const at of [10, 20]) {
        expect(await store.setVerdict(reference, "spam", at)).toBe(true);
        expect(await store.markAnswered(reference, at)).toBe(true);
      }
      expect(await store.find(reference)).toMatchObject({ answeredAt: 10, verdict: "spam" });
      for (const at of [30, 40]) expect(await store.undoAnswered(reference, at)).toBe(true);
      expect(await store.find(reference)).toMatchObject({ answeredAt: null });
      expect(await store.setNote(reference, "é\n‘works nights’")).toBe(true);
      expect(await store.find(reference)).toMatchObject({ note: "é\n‘works nights’" });
      expect(await store.history(reference)).toHaveLength(3);
      expect([
        await store.setVerdict("UNKNOWN", "real", 1),
        await store.undoAnswered("UNKNOWN", 1),
        await store.setNote("UNKNOWN", "x"),
      ]).toEqual([false, false, false]);
    });

    it("keeps spam outside of what waits, whoever called it spam", async () => {
      const [real, flagged] = [await save(1), await save(2, { flags: ["trap"] })];
      const listReferences = async () => [
        (await store.listUnanswered(...anyTime)).oldest.map(({ reference }) => reference),
        (await store.listSpam()).oldest.map(({ reference }) => reference),
      ];
      expect(await listReferences()).toEqual([[real], [flagged]]);
      await store.setVerdict(real, "spam", 10);
      await store.setVerdict(flagged, "real", 10);
      expect(await listReferences()).toEqual([[flagged], [real]]);
      await store.markAnswered(real, 20);
      expect(await store.listSpam()).toEqual({ count: 0, oldest: [] });
      expect(await store.listAnsweredSince(19)).toMatchObject({ count: 1, newest: [{ reference: real }] });
      expect(await store.listAnsweredSince(20)).toEqual({ count: 0, newest: [] });
    });

    it("lets nothing expire that is undelivered, unanswered or only taken for spam, whatever its age", async () => {
      const references = [
        await save(1),
        await save(2),
        await save(3, { flags: ["limit"] }),
        await save(4),
        await save(5),
      ];
      const [unanswered = "", answered = "", flagged = "", spam = "", undelivered = ""] = references;
      const claimed = await store.claim(2_000, 9, 9_000);
      const ids = claimed.filter(({ reference }) => reference !== undelivered).map(({ id }) => id);
      await store.markDelivered(ids, 2_000);
      await store.markAnswered(answered, 3_000);
      await store.markAnswered(undelivered, 3_000);
      await store.setVerdict(spam, "spam", 4_000);
      const idOf = (wanted: string) => claimed.find(({ reference }) => reference === wanted)?.id;
      expect(await store.listExpired(2_999)).toEqual([]);
      expect(await store.listExpired(3_000)).toEqual([idOf(answered)]);
      expect((await store.listExpired(Number.MAX_SAFE_INTEGER)).sort()).toEqual([idOf(answered), idOf(spam)].sort());
      await store.purge(
        claimed.map(({ id }) => id),
        3_999,
      );
      expect((await store.list()).map(({ reference }) => reference).sort()).toEqual(
        [unanswered, flagged, spam, undelivered].sort(),
      );
    });

    it("lets what was answered a year ago expire, delivered or not, unless requests are kept for longer", async () => {
      const [undelivered, kept] = [await save(1), await save(2)];
      await store.markAnswered(undelivered, 2_000);
      await store.markAnswered(kept, 2_001);
      const now = 2_000 + keptUnanswered;
      const { id = "" } = (await store.find(undelivered)) ?? {};
      expect([await store.listExpired(now, now - 1), await store.listExpired(1_999, now)]).toEqual([[], []]);
      expect(await store.listExpired(2_000, now)).toEqual([id]);
      const ids = (await store.list()).map((request) => request.id);
      await store.purge(ids, 1_999, now);
      expect(await store.list()).toHaveLength(2);
      await store.purge(ids, 2_000, now);
      expect((await store.list()).map(({ reference }) => reference)).toEqual([kept]);
    });

    it("lets what nobody answered expire after a year, once its end was announced and not answered since", async () => {
      const references = [await save(1), await save(2), await save(3, { flags: ["trap"] }), await save(4)];
      const [forgotten = "", answered = "", flagged = ""] = references;
      const now = 1_000 + keptUnanswered + noticePeriod;
      expect(await store.listUnannounced(999)).toEqual({ count: 0, spamCount: 0, oldest: [] });
      expect(await store.listUnannounced(now)).toMatchObject({ count: 3, spamCount: 1 });
      await store.remove(references[3] ?? "");
      await store.markAnnounced(now, 1_000 + keptUnanswered);
      await store.markAnnounced(now, 1_000 + keptUnanswered);
      expect(await store.listUnannounced(now)).toEqual({ count: 0, spamCount: 0, oldest: [] });
      expect((await store.history(forgotten)).map(({ event }) => event)).toEqual(["announced"]);
      expect([await store.listExpired(0), await store.listExpired(0, now - 1)]).toEqual([[], []]);
      const ids = await store.listExpired(0, now);
      expect(ids).toHaveLength(3);
      await store.markAnswered(answered, now);
      await store.purge(ids, 0, now - 1);
      expect(await store.list()).toHaveLength(3);
      await store.purge(ids, 0, now);
      expect((await store.list()).map(({ reference }) => reference)).toEqual([answered]);
      expect(await store.find(flagged)).toBeNull();
      // What could not be announced expires as late, and later still once it was announced.
      await store.undoAnswered(answered, now);
      await store.markAnnounced(now, now + 5, "not announced");
      expect((await store.history(answered)).map(({ event }) => event)).not.toContain("not announced");
      const untold = await save(6);
      for (const at of [now, now + 5]) await store.markAnnounced(now, at, "not announced");
      const untoldId = (await store.find(untold))?.id ?? "";
      expect(await store.listExpired(0, now + noticePeriod - 1)).not.toContain(untoldId);
      expect(await store.listExpired(0, now + noticePeriod)).toContain(untoldId);
      await store.markAnnounced(now, now + 10);
      expect(await store.listExpired(0, now + noticePeriod + 9)).not.toContain(untoldId);
      expect(await store.listExpired(0, now + noticePeriod + 10)).toContain(untoldId);
      for (const reference of [answered, untold]) await store.remove(reference);
      // A younger one stays, however long ago its end was announced.
      const younger = await save(5, { receivedAt: now - keptUnanswered + 1 });
      await store.markAnnounced(now, 0);
      const { id = "" } = (await store.find(younger)) ?? {};
      expect(await store.listExpired(0, now)).toEqual([]);
      await store.purge([id], 0, now);
      expect(await store.listExpired(0, now + 1)).toEqual([id]);
    });

    it("lets a visitor be told once per mailbox, whatever its address, and another at the same host", async () => {
      const told = async (email: string) => {
        const { reference } = await store.save(sampleSubmission({ email, message: email }));
        return store.markConfirmed((await store.find(reference))?.id ?? "", 1_000);
      };
      const gmail = ["ana.roe@gmail.com", "anaroe+x@gmail.com", "a.n.a.roe@GoogleMail.com", "anaroes@gmail.com"];
      const others = ["ana@example.com", "Ana+tag@example.com", "a.na@example.com", "ana+gmail.com@example.org"];
      const results = [];
      for (const email of [...gmail, ...others]) results.push(await told(email));
      expect(results).toEqual([true, false, false, true, true, false, true, true]);
    });

    it("lets a visitor be told once per address and day, and only a few visitors in an hour", async () => {
      const idOf = async (reference: string) => (await store.find(reference))?.id ?? "";
      const first = await idOf(await save(1));
      const results = await Promise.all(Array.from({ length: 4 }, () => store.markConfirmed(first, 1_000)));
      expect(results.filter(Boolean)).toHaveLength(1);
      const sameAddress = await idOf(await save(1, { email: sampleEmail(1).toUpperCase(), message: "again" }));
      expect(await store.markConfirmed(sameAddress, 999 + confirmationInterval)).toBe(false);
      expect(await store.markConfirmed(sameAddress, 1_000 + confirmationInterval)).toBe(true);
      expect(await store.markConfirmed(first, 9 * confirmationInterval)).toBe(false);
      expect(await store.markConfirmed(await idOf(await save(2, { flags: ["trap"] })), 0)).toBe(false);
      const others = [];
      for (let number = 0; number <= confirmationsPerHour; number++) others.push(await idOf(await save(10 + number)));
      const now = 20 * confirmationInterval;
      const told = [];
      for (const id of others) told.push(await store.markConfirmed(id, now));
      expect(told).toEqual(others.map((_, index) => index < confirmationsPerHour));
      expect(await store.markConfirmed(others.at(-1) ?? "", now + 60 * 60_000)).toBe(true);
    });

    it("erases note and history with the request", async () => {
      const reference = await save(1);
      await store.setNote(reference, "private");
      await store.markAnswered(reference, 10);
      await store.remove(reference);
      expect(await store.history(reference)).toEqual([]);
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
      const session = { name: "one", device: "iPhone", since: 100, usedAt: 100, epoch: "" };
      await store.createSession("hash", session);
      await store.createSession("second", { ...session, name: "two", since: 200 });
      expect(await store.findSession("hash", 100)).toEqual(session);
      expect(await store.findSession("hash", 99 + sessionLifetime)).toEqual(session);
      expect([await store.findSession("hash", 100 + sessionLifetime), await store.findSession("one", 100)]).toEqual([
        null,
        null,
      ]);
      for (const now of [100 + usedAtInterval, 101 + usedAtInterval, 102 + usedAtInterval]) {
        await store.markSessionUsed("hash", now);
      }
      expect(await store.findSession("hash", 300)).toEqual({ ...session, usedAt: 101 + usedAtInterval });
      expect((await store.listSessions("", 300)).map(({ name }) => name)).toEqual(["two", "one"]);
      await store.deleteSession("two");
      expect(await store.findSession("second", 300)).toBeNull();
      expect(await store.listSessions("", 99 + sessionLifetime)).toHaveLength(1);
      expect([await store.listSessions("", 100 + sessionLifetime), await store.listSessions("another", 300)]).toEqual([
        [],
        [],
      ]);
      expect(await store.findSession("hash", 300)).not.toBeNull();
      await store.createSession("third", { ...session, name: "three", since: 99 + sessionLifetime });
      expect(await store.findSession("hash", 300)).not.toBeNull();
      await store.createSession("fourth", { ...session, name: "four", since: 100 + sessionLifetime });
      expect(await store.findSession("hash", 300)).toBeNull();
      await store.createSession("fifth", { ...session, name: "five", since: 100 + sessionLifetime, epoch: "another" });
      expect(await store.findSession("third", 99 + sessionLifetime)).toBeNull();
    });

    it("forgets every session and every link at once", async () => {
      const session = { name: "one", device: "iPhone", since: 100, usedAt: 100, epoch: "" };
      await store.createSession("hash", session);
      await store.createSession("second", { ...session, name: "two" });
      await store.createSignInLink("link", 100);
      await store.deleteAllSessions();
      expect(await store.listSessions("", 200)).toEqual([]);
      expect(await store.isSignInLinkValid("link", 200)).toBe(false);
    });

    it("settles a value with the first who names one", async () => {
      const values = await Promise.all(Array.from({ length: 8 }, (_, number) => store.getOrSet("key", String(number))));
      expect(new Set(values).size).toBe(1);
      expect(await store.getOrSet("key", "later")).toBe(values[0]);
    });
  });
}
