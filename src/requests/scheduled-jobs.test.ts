import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openEmptyStore } from "../../tests/kit/open-store.ts";
import { patient } from "../../tests/kit/patience.ts";
import { sampleSubmission } from "../../tests/kit/sample-request.ts";
import { createAlert } from "./alerts.ts";
import type { Email } from "./mail/mailer.ts";
import { announceExpiry, digest, remind, weekly } from "./scheduled-emails.ts";
import { createJobRunner, type JobSettings, purge, startJobs, warn } from "./scheduled-jobs.ts";

const timeout = patient(60_000);

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Eight o'clock in Edmonton on a Monday in summer. */
const monday = Date.UTC(2025, 6, 14, 14);
const tuesday = monday + day;

function setUpJobs() {
  const store = openEmptyStore();
  const clock = { time: 0 };
  const alert = vi.fn(async (_: string) => {});
  const send = vi.fn(async (_: Email) => {});
  const settings: JobSettings = {
    store,
    alert,
    mailer: { send, pause: 0 },
    now: () => clock.time,
    log: () => {},
    timeZone: "America/Edmonton",
    digestHour: 8,
    retentionDays: 30,
  };
  const save = async (name: string, receivedAt: number) => {
    const { reference } = await store.save(sampleSubmission({ name, receivedAt }));
    return reference;
  };
  const names = async () => (await store.list()).map(({ name }) => name).sort();
  return { store, clock, alert, send, settings, save, names };
}

it("A request that cannot be delivered is reported after 15 minutes and, urgently, after two hours: once, unless the report failed", async () => {
  const { clock, alert, settings, save } = setUpJobs();
  const reference = await save("Ana", 0);
  clock.time = 15 * minute;
  alert.mockRejectedValueOnce(new Error("webhook unreachable"));
  await expect(warn(settings)).rejects.toThrow("webhook unreachable");
  alert.mockClear();
  for (const time of [14, 15, 16, 119, 120, 121, 500]) {
    clock.time = time * minute;
    await warn(settings);
  }
  expect(alert.mock.calls.flat()).toEqual([
    expect.stringContaining(`Undelivered for 15 minutes: consultation request ${reference}`),
    expect.stringContaining(`Urgent: undelivered for two hours: consultation request ${reference}`),
  ]);
});

it("A reminder comes once for what is not answered: in the evening if it would come at night, in the morning for what came later", async () => {
  const { store, clock, send, settings, save } = setUpJobs();
  const hours = [{ days: ["Thursday", "Friday"], opens: "07:00", closes: "11:00" }];
  const studio = { brand: "", shortName: "", practitioner: "", phone: "", accent: "", hours };
  const reminded = async (time: number) => {
    clock.time = time;
    await remind({ ...settings, timeZone: "UTC", studio });
    const text = send.mock.calls.splice(0).map(([email]) => email.text);
    return [...text.join().matchAll(/Reference (\w+)/g)].map(([, reference]) => reference);
  };
  // All answers are due on Friday, 2 January 1970, at 11 a.m.
  const early = await save("Ana", 15 * hour);
  await store.markAnswered(await save("Cai", 15 * hour), 16 * hour);
  expect(await reminded(20 * hour - 1)).toEqual([]);
  expect(await reminded(20 * hour)).toEqual([early]);
  expect((await store.history(early)).map(({ event }) => event)).toEqual(["reminded"]);
  const late = await save("Bea", 22 * hour);
  for (const time of [22, 23, 26, 31]) expect(await reminded(time * hour)).toEqual([]);
  expect(await reminded(32 * hour)).toEqual([late]);
  expect(await reminded(33 * hour)).toEqual([]);
});

it.each([
  ["digest", digest, day, ["digest-2025-07-15", "digest-2025-07-16"]],
  ["weekly email", weekly, 7 * day, ["weekly-2025-07-21", "weekly-2025-07-28"]],
])(
  "The %s comes once, from eight at the studio, later if the server was down, first at the second time after the first start",
  async (_, job, period, ids) => {
    const { clock, send, settings, save } = setUpJobs();
    const reference = await save("Ana", monday - hour);
    const jobAt = async (time: number, weeklyHour: number | null, digestHour: number | null) => {
      clock.time = monday + time;
      await job({ ...settings, weeklyHour, digestHour });
    };
    const hours = [job === weekly ? 8 : null, 8] as const;
    await jobAt(5 * hour, ...hours);
    await jobAt(period - minute, ...hours);
    await jobAt(period, null, null);
    expect(send).not.toHaveBeenCalled();
    for (const time of [period, period + minute, period + 15 * hour, 2 * period - minute, 2 * period + 5 * hour])
      await jobAt(time, ...hours);
    expect(send.mock.calls.map(([{ id }]) => id)).toEqual(ids);
    expect(send.mock.calls[0]?.[0].text).toContain(reference);
  },
);

it("The weekly email has the answers of the week, what waits, spam, visits and what the site could use, and takes the place of the morning email on Monday alone", async () => {
  const { store, clock, settings, save, send } = setUpJobs();
  const answered = async (name: string, receivedAt: number, after: number) =>
    store.markAnswered(await save(name, receivedAt), receivedAt + after);
  for (const name of ["weekly", "digest"]) await store.set(name, "none yet");
  await answered("Quick", monday - 5 * day, 40 * minute);
  await answered("Slow", monday - 3 * day, 50 * hour);
  await answered("Earlier", monday - 7 * day - 8 * hour - 1, hour);
  await answered("Later", monday - 8 * hour, hour);
  const open = await save("Open", monday - 2 * day);
  await store.save(sampleSubmission({ name: "Bot", flags: ["trap"], receivedAt: monday - day }));
  await store.addVisits([{ day: "2025-07-10", kind: "page", name: "/", views: 1_239 }]);
  const siteNeeds = () => ["Photographs: 2 of 6 results are drawings."];
  const due = { ...settings, weeklyHour: 8, countsVisits: () => true, siteNeeds };
  for (const time of [monday, tuesday]) {
    clock.time = time;
    await Promise.all([digest(due), weekly(due)]);
  }
  expect(send.mock.calls.map(([{ id }]) => id)).toEqual(["weekly-2025-07-14", "digest-2025-07-15"]);
  const { subject = "", text = "" } = send.mock.calls[0]?.[0] ?? {};
  expect(subject).toBe("Your week: 3 requests, 1 waiting");
  expect(text).toContain("2 of 3 are answered: half of them within 40 minutes, the slowest after 2 days.");
  for (const words of [`Reference ${open}`, "Pages seen: 1,240", ...siteNeeds(), "Spam: 1."])
    expect(text).toContain(words);
  expect(text).not.toMatch(/Bot|Quick/);
});

it.each([
  ["reminder", remind],
  ["digest", digest],
  ["weekly email", weekly],
  ["announcement", announceExpiry],
])("The %s comes later if it could not be sent, and not again if the store was away just after", async (_, job) => {
  const { store, clock, send, settings, save } = setUpJobs();
  await save("Ana", 0);
  await store.set("digest", "none yet");
  await store.set("weekly", "none yet");
  clock.time = tuesday;
  const due = { ...settings, weeklyHour: 8 };
  send.mockRejectedValueOnce(new Error("unreachable"));
  await expect(job(due)).rejects.toThrow("unreachable");
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const awayOnce = new Error("away");
  const set = vi.fn(store.set).mockRejectedValueOnce(awayOnce);
  const markAnnounced = vi.fn(store.markAnnounced).mockRejectedValueOnce(awayOnce);
  const done = vi.fn();
  job({ ...due, store: { ...store, set, markAnnounced } }).then(done, done);
  // Waiting moves the fake clock on.
  await vi.waitFor(() => expect(done).toHaveBeenCalled(), { timeout });
  await job(due);
  expect(send).toHaveBeenCalledTimes(2);
});

it("A delivered and answered request is erased after its retention days, its copies outside the store first", async () => {
  const { store, clock, settings, save, names } = setUpJobs();
  await save("Ana", 0);
  await save("Bea", 0);
  const [ana] = await store.claim(1, 1, 2);
  await store.markDelivered([ana?.id ?? ""], hour);
  await store.markAnswered(ana?.reference ?? "", hour);
  const deleteCopies = vi.fn((_: string[]) => {});
  clock.time = 30 * day + hour;
  // A crash in between must leave no copy behind.
  deleteCopies.mockImplementationOnce(() => {
    throw new Error("folder missing");
  });
  await expect(purge({ ...settings, deleteCopies })).rejects.toThrow("folder missing");
  expect(await names()).toEqual(["Ana", "Bea"]);
  await purge({ ...settings, deleteCopies });
  expect(deleteCopies).toHaveBeenLastCalledWith([ana?.id]);
  expect(await names()).toEqual(["Bea"]);
});

describe("Among the jobs,", () => {
  it("each is run when it is due, and stopping waits for those that run", async () => {
    const { store, clock, alert, send, settings, save, names } = setUpJobs();
    const [ana, bea] = [await store.find(await save("Ana", 0)), await store.find(await save("Bea", 0))];
    await store.markDelivered([bea?.id ?? ""], 0);
    await store.markAnswered(bea?.reference ?? "", 0);
    for (const name of ["digest", "weekly"]) await store.set(name, "none yet");
    await store.addVisits([{ day: "1999-12-31", kind: "page", name: "/", views: 1 }]);
    clock.time = tuesday;
    // This one was postponed while the clock was a year ahead.
    await store.markFailed([ana?.id ?? ""], "unreachable", tuesday + 365 * day);
    await startJobs({ ...settings, weeklyHour: 8 }).stop();
    expect(alert).toHaveBeenCalled();
    expect(send.mock.calls.map(([{ id }]) => id.split("-")[0]).sort()).toEqual([
      "digest",
      "expiry",
      "reminder",
      "weekly",
    ]);
    expect(await names()).toEqual(["Ana"]);
    expect(await store.listVisits("1900-01-01", "2100-01-01")).toEqual([]);
    expect(await store.claim(tuesday, 1, tuesday)).toHaveLength(1);
  });

  it("one that fails does not keep the others from running, and runs again after ten minutes, whatever happens to the clock", async () => {
    const { store, clock, alert, send, settings, save } = setUpJobs();
    const ticks = vi.spyOn(performance, "now").mockReturnValue(0);
    onTestFinished(() => ticks.mockRestore());
    await save("Ana", 0);
    clock.time = 21 * hour;
    const check = () => Promise.reject(new Error("database or disk is full"));
    const runJobs = createJobRunner({ ...settings, store: { ...store, check } });
    const reports = () => alert.mock.calls.filter(([text]) => text.includes("cannot be stored")).length;
    await runJobs();
    expect(reports()).toBe(1);
    expect(send).toHaveBeenCalledOnce();
    clock.time -= 4 * hour;
    ticks.mockReturnValue(10 * minute - 1);
    await runJobs();
    expect(reports()).toBe(1);
    ticks.mockReturnValue(10 * minute);
    await runJobs();
    expect(reports()).toBe(2);
  });

  it("each is run by one of several servers at a time", async () => {
    const { clock, settings, save } = setUpJobs();
    await save("Ana", 0);
    clock.time = 21 * hour;
    const slow = Promise.withResolvers<void>();
    const send = vi.fn(async () => {}).mockReturnValueOnce(slow.promise);
    const run = () => createJobRunner({ ...settings, digestHour: null, mailer: { send, pause: 0 } })();
    const first = run();
    await vi.waitFor(() => expect(send).toHaveBeenCalledOnce(), timeout);
    await run();
    slow.resolve();
    await first;
    expect(send).toHaveBeenCalledOnce();
  });
});

it("An alert reaches the webhook, and an answer other than success is an error", async () => {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    for await (const chunk of request) bodies.push(String(chunk));
    response.writeHead(bodies.length === 1 ? 200 : 500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const alert = createAlert(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => {});
  await alert("Undelivered");
  expect(JSON.parse(bodies[0] ?? "")).toEqual({ text: "Undelivered", content: "Undelivered" });
  await expect(alert("Undelivered")).rejects.toThrow("500");
});

it("A request that is never answered is erased after twelve months, a month after an email that says so, or after thirteen when none can be sent", async () => {
  const { store, clock, send, settings, save, names } = setUpJobs();
  const namesAfterPurge = async (time: number) => {
    clock.time = time;
    await purge(settings);
    return names();
  };
  await save("Ana", 0);
  await store.save(sampleSubmission({ name: "Bot", receivedAt: 0, email: "bot@example.com", flags: ["trap"] }));
  await save("Bea", 61 * day);
  clock.time = 335 * day - 1;
  await announceExpiry(settings);
  expect(send).not.toHaveBeenCalled();
  clock.time += 1;
  for (let time = 0; time < 3; time++) await announceExpiry(settings);
  expect(send).toHaveBeenCalledOnce();
  expect(send.mock.calls[0]?.[0].text).toContain("Ana");
  expect(send.mock.calls[0]?.[0].text).not.toContain("Bot");
  expect(await namesAfterPurge(365 * day - 1)).toEqual(["Ana", "Bea", "Bot"]);
  expect(await namesAfterPurge(365 * day)).toEqual(["Bea"]);

  send.mockRejectedValue(new Error("no mail"));
  clock.time = (61 + 365) * day;
  await expect(announceExpiry(settings)).rejects.toThrow("no mail");
  expect(await namesAfterPurge((61 + 395) * day - 1)).toEqual(["Bea"]);
  expect(await namesAfterPurge((61 + 395) * day)).toEqual([]);
});
