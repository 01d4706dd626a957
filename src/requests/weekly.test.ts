import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openEmptyStore } from "../../tests/kit/open-store.ts";
import { patient } from "../../tests/kit/patience.ts";
import { sampleEmail, sampleSubmission } from "../../tests/kit/sample-request.ts";
import { createDatabase } from "../../tests/kit/shared-postgres.ts";
import { startSmtpServer } from "../../tests/kit/smtp-server.ts";
import { createDeskLinks } from "./desk-links.ts";
import type { Email } from "./mail/mailer.ts";
import { createSmtpMailer } from "./mail/smtp.ts";
import { createJobRunner, digest, type JobSettings } from "./scheduled-jobs.ts";
import { openPostgresStore } from "./store/postgres.ts";
import { migrate } from "./store/postgres-migrate.ts";
import type { Store } from "./store/store.ts";
import { weekly } from "./weekly.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Eight o'clock in Edmonton on a Monday in summer. */
const monday = Date.UTC(2025, 6, 14, 14);
const fullStatus = {
  email: { unset: false, waiting: 0, since: null },
  disk: { ok: true, free: 0.5 },
  backup: { at: monday - 9 * hour, missing: false },
  hidden: null,
};

const openEmbedded = openEmptyStore;

async function setUp(store: Store = openEmbedded(), more: Partial<JobSettings> = {}) {
  onTestFinished(() => store.close());
  // The site has been running since the week before.
  await store.set("weekly", "2025-07-07");
  const clock = { time: monday };
  const send = vi.fn(async (_: Email) => {});
  const lines: string[] = [];
  const settings: JobSettings = {
    store,
    alert: async () => {},
    mailer: { send, pause: 0 },
    now: () => clock.time,
    retentionDays: 30,
    timeZone: "America/Edmonton",
    digestHour: null,
    weeklyHour: 8,
    log: (event, details) => void lines.push(JSON.stringify([event, details])),
    ...more,
  };
  let count = 0;
  const save = async (name: string, receivedAt: number, answeredAfter?: number) => {
    const { reference } = await store.save(sampleSubmission({ name, receivedAt, email: sampleEmail(count++) }));
    if (answeredAfter !== undefined) await store.markAnswered(reference, receivedAt + answeredAfter);
    return reference;
  };
  const ids = () => send.mock.calls.map(([{ id }]) => id);
  return { store, clock, send, settings, save, ids, lines };
}

describe("The weekly email", () => {
  it("comes once a week, from eight o'clock on Monday at the studio, also after a restart", async () => {
    const { clock, settings, ids } = await setUp();
    for (const time of [-minute, 0, minute, hour, 15 * hour, day, 6 * day, 7 * day - minute, 7 * day, 8 * day]) {
      clock.time = monday + time;
      await weekly({ ...settings });
    }
    expect(ids()).toEqual(["weekly-2025-07-14", "weekly-2025-07-21"]);
  });

  it("is not sent again when the store was away just after it was sent", async () => {
    const { store, settings, ids } = await setUp();
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const set = vi.fn(store.set).mockRejectedValueOnce(new Error("away"));
    const done = vi.fn();
    weekly({ ...settings, store: { ...store, set } }).then(done, done);
    // Waiting moves the fake clock on.
    await vi.waitFor(() => expect(done).toHaveBeenCalled(), patient(20_000));
    await weekly(settings);
    expect(ids()).toEqual(["weekly-2025-07-14"]);
  });

  it("comes at the same hour after the clocks were changed, and covers that week to the minute", async () => {
    const { clock, settings, ids, save, send } = await setUp();
    // On Sunday, 2 November 2025 the clocks go back, so eight o'clock is an hour later in UTC.
    const eight = Date.UTC(2025, 10, 3, 15);
    await save("Early", Date.UTC(2025, 9, 27, 5, 59));
    await save("First", Date.UTC(2025, 9, 27, 6), hour);
    await save("Last", Date.UTC(2025, 10, 3, 6, 59), hour);
    await save("Late", Date.UTC(2025, 10, 3, 7));
    await settings.store.set("weekly", "2025-10-27");
    clock.time = eight - minute;
    await weekly(settings);
    expect(ids()).toEqual([]);
    clock.time = eight;
    await weekly(settings);
    expect(ids()).toEqual(["weekly-2025-11-03"]);
    expect(send.mock.calls[0]?.[0].subject).toBe("Your week: 2 requests, 2 waiting");
    expect(send.mock.calls[0]?.[0].text).toContain("Monday, 27 October to Sunday, 2 November");
  });

  it("comes later when the server was down or the mail server did not answer, and not when it is turned off", async () => {
    const { clock, send, settings, ids } = await setUp();
    clock.time = monday + 2 * day;
    await weekly({ ...settings, weeklyHour: null });
    expect(send).not.toHaveBeenCalled();
    send.mockRejectedValueOnce(new Error("unreachable"));
    await expect(weekly(settings)).rejects.toThrow("unreachable");
    await weekly(settings);
    expect(ids()).toEqual(["weekly-2025-07-14", "weekly-2025-07-14"]);
  });

  it("begins with the next week on a server that starts for the first time", async () => {
    const { clock, store, settings, ids } = await setUp();
    const forget = async () => store.set("weekly", "none yet");
    const first = { ...settings, store: { ...store, get: async () => null } };
    clock.time = monday + hour;
    await weekly(first);
    await weekly(settings);
    expect(ids()).toEqual([]);
    await forget();
    clock.time = monday - hour;
    await weekly(first);
    clock.time = monday;
    await weekly(settings);
    expect(ids()).toEqual(["weekly-2025-07-14"]);
  });

  it("says what came, how fast it was answered, what waits, what was seen and what the site could use", async () => {
    const store = openEmbedded();
    const desk = createDeskLinks({ store, siteUrl: "https://www.studio.test", deskEpoch: "" });
    const { settings, save, send } = await setUp(store, {
      desk,
      systemStatus: async () => ({ ...fullStatus, backup: { at: monday - 8 * day, missing: true } }),
      countsVisits: () => true,
      siteNeeds: () => ["Photographs: 2 of 6 results are drawings."],
    });
    await save("Quick", monday - 5 * day, 40 * minute);
    await save("Usual", monday - 4 * day, 3 * hour);
    await save("Slow", monday - 3 * day, 50 * hour);
    const open = await save("Open <One>", monday - 2 * day);
    await store.save(sampleSubmission({ name: "Bot", flags: ["trap"], receivedAt: monday - day }));
    await store.addVisits([{ day: "2025-07-10", kind: "page", name: "/", views: 1_239 }]);
    await weekly(settings);
    const email = send.mock.calls[0]?.[0];
    expect(email?.subject).toBe("Your week: 4 requests, one waiting");
    const link = await desk.requestLink(open);
    for (const words of [
      "Four requests",
      "Monday, 7 July to Sunday, 13 July",
      "Three of 4 are answered: half of them within 3 hours, the slowest after 2 days.",
      "One took longer than the promised 24 hours.",
      "No backup since Sunday, 6 July, 8:00 a.m.",
      "Waiting for your answer",
      "Answer was promised by Sunday, 13 July, 8:00 a.m.",
      link,
      "Pages seen: 1,240",
      "Photographs: 2 of 6 results are drawings.",
      "Maybe spam: 1.",
    ]) {
      expect(email?.text.replaceAll("\u00a0", " ")).toContain(words);
    }
    expect(email?.html).toContain(`<a href="${link}"`);
    expect(email?.html).toContain("Open &lt;One&gt;");
    for (const name of ["Bot", "Quick"]) expect(email?.text).not.toContain(name);
  });

  it("is short after a quiet week, and says that all is well", async () => {
    const { settings, send } = await setUp(openEmbedded(), { systemStatus: async () => fullStatus });
    await weekly(settings);
    expect(send.mock.calls[0]?.[0].subject).toBe("Your week: 0 requests, none waiting");
    expect(send.mock.calls[0]?.[0].text.split("\n\n").slice(0, 3)).toEqual([
      "A quiet week",
      "Monday, 7 July to Sunday, 13 July",
      "No request came.",
    ]);
    expect(send.mock.calls[0]?.[0].text).toContain("The website: emails go out");
    expect(send.mock.calls[0]?.[0].text).not.toContain("Pages seen");
  });

  it("takes the place of the morning email on Monday alone, and says when requests may have been erased", async () => {
    const { clock, settings, save, ids, send } = await setUp(openEmbedded(), { digestHour: 8, retentionDays: 7 });
    await settings.store.set("digest", "2025-07-13");
    await save("Open", monday - hour);
    await Promise.all([digest(settings), weekly(settings)]);
    clock.time += day;
    await Promise.all([digest(settings), weekly(settings)]);
    expect(ids()).toEqual(["weekly-2025-07-14", "digest-2025-07-15"]);
    expect(send.mock.calls[0]?.[0].text).toContain("some of this week may not be counted");
  });
});

describe.each([
  ["the embedded store", async () => openEmbedded()],
  ["PostgreSQL", async () => openPostgresStore(await createDatabase(), { connections: 10, prepare: migrate })],
])("Over a real mail server and %s, the weekly email", (_, open) => {
  it("is sent once by three servers at the same moment, and again with the same id after a kill before it was noted", async () => {
    const smtp = await startSmtpServer((attempt) => (attempt === 1 ? 451 : "accept"));
    onTestFinished(smtp.close);
    const mailer = createSmtpMailer(smtp.url, { to: "studio@example.com", from: "site@example.com" }, 0);
    const { clock, settings, save, store, lines } = await setUp(await open(), { mailer });
    await save("Waits", monday - 12 * hour);
    // A clock that the machine cannot change tells when a failed job is tried again.
    const ticks = { time: 0 };
    const servers = Array.from({ length: 3 }, () => createJobRunner({ ...settings, elapsed: () => ticks.time }));
    const runAll = () => Promise.all(servers.map((run) => run()));
    await runAll();
    expect(smtp.received).toEqual([]);
    for (let round = 0; round < 3; round++) {
      clock.time += 11 * minute;
      ticks.time += 11 * minute;
      await runAll();
    }
    expect(smtp.ids()).toEqual(["weekly-2025-07-14"]);
    expect(smtp.received[0]?.recipients).toEqual(["studio@example.com"]);
    expect(smtp.received[0]?.raw).toMatch(/multipart\/alternative/);
    expect(lines.join()).not.toMatch(/Waits|canary|@/i);
    // As if the process had been killed between sending and noting: the mailbox knows the second one by its id.
    await store.set("weekly", "2025-07-07");
    await runAll();
    expect(smtp.ids()).toEqual(["weekly-2025-07-14", "weekly-2025-07-14"]);
  });
});
