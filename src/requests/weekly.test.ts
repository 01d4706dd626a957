import { expect, it, vi } from "vitest";
import { openEmptyStore } from "../../tests/kit/open-store.ts";
import { sampleEmail, sampleSubmission } from "../../tests/kit/sample-request.ts";
import type { Email } from "./mail/mailer.ts";
import { digest, type JobSettings } from "./scheduled-jobs.ts";
import { weekly } from "./weekly.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Eight o'clock in Edmonton on a Monday in summer. */
const monday = Date.UTC(2025, 6, 14, 14);

/** The site has been running since the week before, or starts for the first time. */
async function setUp(change: Partial<JobSettings> = {}, last: string | null = "2025-07-07") {
  const store = openEmptyStore();
  if (last) await store.set("weekly", last);
  const clock = { time: monday };
  const send = vi.fn(async (_: Email) => {});
  const settings: JobSettings = {
    store,
    alert: async () => {},
    mailer: { send, pause: 0 },
    now: () => clock.time,
    retentionDays: 30,
    timeZone: "America/Edmonton",
    digestHour: null,
    weeklyHour: 8,
    log: () => {},
    ...change,
  };
  let count = 0;
  const save = async (name: string, receivedAt: number, answeredAfter?: number) => {
    const { reference } = await store.save(sampleSubmission({ name, receivedAt, email: sampleEmail(count++) }));
    if (answeredAfter !== undefined) await store.markAnswered(reference, receivedAt + answeredAfter);
    return reference;
  };
  const ids = () => send.mock.calls.map(([{ id }]) => id);
  return { store, clock, send, settings, save, ids };
}

it("The weekly email comes once a week, from eight o'clock on Monday at the studio, or later if the server was down", async () => {
  const { clock, settings, ids } = await setUp();
  const weeklyAt = async (time: number, change: Partial<JobSettings> = {}) => {
    clock.time = monday + time;
    await weekly({ ...settings, ...change });
  };
  await weeklyAt(-minute);
  await weeklyAt(0, { weeklyHour: null });
  expect(ids()).toEqual([]);
  for (const time of [0, minute, 15 * hour, 6 * day, 7 * day - minute, 9 * day]) await weeklyAt(time);
  expect(ids()).toEqual(["weekly-2025-07-14", "weekly-2025-07-21"]);
});

it.each([
  ["on a Monday morning", monday + hour, []],
  ["in the night to Monday", monday - hour, ["weekly-2025-07-14"]],
])("On a server that starts for the first time %s it begins with the next Monday", async (_, start, sent) => {
  const { clock, settings, ids } = await setUp({}, null);
  clock.time = start;
  await weekly(settings);
  clock.time = monday + 2 * hour;
  await weekly(settings);
  expect(ids()).toEqual(sent);
});

it("It has the answers, what waits, maybe spam, the system status, visits and what the site could use", async () => {
  const { store, settings, save, send } = await setUp({
    systemStatus: async () => ({
      email: { unset: false, waiting: 0, since: null },
      disk: { ok: true, free: 0.5 },
      backup: { at: monday - 8 * day, missing: true },
      hidden: null,
    }),
    countsVisits: () => true,
    siteNeeds: () => ["Photographs: 2 of 6 results are drawings."],
  });
  await save("Quick", monday - 5 * day, 40 * minute);
  await save("Slow", monday - 3 * day, 50 * hour);
  await save("Earlier", monday - 7 * day - 8 * hour - 1, hour);
  await save("Later", monday - 8 * hour, hour);
  const open = await save("Open", monday - 2 * day);
  await store.save(sampleSubmission({ name: "Bot", flags: ["trap"], receivedAt: monday - day }));
  await store.addVisits([{ day: "2025-07-10", kind: "page", name: "/", views: 1_239 }]);
  await weekly(settings);
  const [{ subject, text }] = send.mock.calls[0] ?? [{ subject: "", text: "" }];
  expect(subject).toBe("Your week: 3 requests, one waiting");
  for (const words of [
    "Two of 3 are answered: half of them within 40 minutes, the slowest after 2 days.",
    "One took longer than the promised 24 hours.",
    "No backup since Sunday, 6 July, 8:00 a.m.",
    `Reference ${open}`,
    "Pages seen: 1,240",
    "Photographs: 2 of 6 results are drawings.",
    "Maybe spam: 1.",
  ]) {
    expect(text).toContain(words);
  }
  expect(text).not.toMatch(/Bot|Quick|may not be counted/);
  await store.set("weekly", "2025-07-07");
  await weekly({ ...settings, countsVisits: () => false });
  expect(send.mock.calls[1]?.[0].text).not.toContain("Pages seen");
});

it("It takes the place of the morning email on Monday alone, and says when requests may have been erased", async () => {
  const { clock, settings, save, ids, send } = await setUp({ digestHour: 8, retentionDays: 7 });
  await settings.store.set("digest", "2025-07-13");
  await save("Open", monday - hour);
  await Promise.all([digest(settings), weekly(settings)]);
  clock.time += day;
  await Promise.all([digest(settings), weekly(settings)]);
  expect(ids()).toEqual(["weekly-2025-07-14", "digest-2025-07-15"]);
  expect(send.mock.calls[0]?.[0].text).toContain("some of this week may not be counted");
});
