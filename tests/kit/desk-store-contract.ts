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
import { clockSkew, type StoredRequest, type Submission } from "../../src/requests/store/stored-request.ts";
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
    const read = async (reference: string): Promise<StoredRequest> => {
      const found = await store.find(reference);
      if (!found) throw new Error(`${reference} is not stored`);
      return found;
    };
    const save = async (number: number, change: Partial<Submission> = {}) =>
      read((await store.save(sampleSubmission({ email: sampleEmail(number), ...change }))).reference);
    const listIds = async () => (await store.list()).map(({ id }) => id).sort();

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
      await store.remove(reference);
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
        await store.setVerdict("UNKNOWN", "real", 1),
        await store.undoAnswered("UNKNOWN", 1),
        await store.setNote("UNKNOWN", "x"),
      ]).toEqual([false, false, false]);
    });

    it("keeps spam outside of what waits, whoever called it spam", async () => {
      const [real, flagged] = [await save(1), await save(2, { flags: ["trap"] })];
      const listBoth = async () => [(await store.listUnanswered(...anyTime)).oldest, (await store.listSpam()).oldest];
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
      const session = { name: "one", device: "iPhone", since: 100, usedAt: 100, epoch: "" };
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
  });
}
