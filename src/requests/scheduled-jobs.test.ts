import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openEmptyStore } from "../../tests/kit/open-store.ts";
import { patient } from "../../tests/kit/patience.ts";
import { sampleSubmission } from "../../tests/kit/sample-request.ts";
import { createAlert } from "./alerts.ts";
import type { Email } from "./mail/mailer.ts";
import {
  announceExpiry,
  checkStore,
  createJobRunner,
  digest,
  type JobSettings,
  purge,
  remind,
  startJobs,
  warn,
} from "./scheduled-jobs.ts";
import { weekly } from "./weekly.ts";

const timeout = patient(60_000);

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** Eight o'clock in Edmonton on a Tuesday in summer. */
const morning = Date.UTC(2025, 6, 15, 14);

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

describe("A reminder of the promised answer", () => {
  it("comes once, after 20 hours, for a request that was not marked as answered", async () => {
    const { store, clock, send, settings, save } = setUpJobs();
    const open = await save("Ana", 0);
    await store.markAnswered(await save("Bea", 0), hour);
    clock.time = 20 * hour - 1;
    await remind(settings);
    expect(send).not.toHaveBeenCalled();
    clock.time += 1;
    await remind(settings);
    await remind(settings);
    expect(send).toHaveBeenCalledOnce();
    expect(send.mock.calls[0]?.[0].text).toContain(`Reference ${open}`);
    expect((await store.history(open)).map(({ event }) => event)).toEqual(["reminded"]);
    expect(send.mock.calls[0]?.[0].text).not.toContain("Bea");
  });

  it("comes four hours before an answer is due, which is while the studio is open", async () => {
    const { clock, send, settings, save } = setUpJobs();
    const hours = [{ days: ["Thursday"], opens: "10:00", closes: "18:00" }];
    const studio = { brand: "", shortName: "", practitioner: "", phone: "", accent: "", hours };
    // It came on Thursday, 1 January 1970, at 3 a.m.
    await save("Ana", 3 * hour);
    clock.time = 14 * hour - 1;
    await remind({ ...settings, timeZone: "UTC", studio });
    expect(send).not.toHaveBeenCalled();
    clock.time += 1;
    await remind({ ...settings, timeZone: "UTC", studio });
    expect(send).toHaveBeenCalledOnce();
  });
});

describe("The morning digest", () => {
  it("comes once a day from eight o'clock at the studio, also after a restart", async () => {
    const { clock, send, settings, save } = setUpJobs();
    const reference = await save("Ana", morning - hour);
    for (const time of [-minute, 0, minute, hour, 15 * hour, 23 * hour, day, day + hour]) {
      clock.time = morning + time;
      await digest({ ...settings });
    }
    expect(send.mock.calls.map(([{ id }]) => id)).toEqual(["digest-2025-07-15", "digest-2025-07-16"]);
    expect(send.mock.calls[0]?.[0].text).toContain(reference);
  });

  it("comes later when the server was down at eight, and does not come when it is turned off", async () => {
    const { clock, send, settings, save } = setUpJobs();
    await save("Ana", morning - hour);
    clock.time = morning - hour;
    await digest(settings);
    clock.time = morning + 5 * hour;
    await digest({ ...settings, digestHour: null });
    expect(send).not.toHaveBeenCalled();
    await digest(settings);
    expect(send).toHaveBeenCalledOnce();
  });

  it("does not come on the day when a server first starts in the afternoon", async () => {
    const { clock, send, settings, save } = setUpJobs();
    await save("Ana", morning - hour);
    clock.time = morning + 5 * hour;
    await digest(settings);
    await digest(settings);
    expect(send).not.toHaveBeenCalled();
  });
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
  clock.time = morning;
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
  clock.time = 30 * day + hour - 1;
  await purge({ ...settings, deleteCopies });
  expect(deleteCopies).not.toHaveBeenCalled();
  clock.time += 1;
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

it("A store that cannot be written is reported", async () => {
  const { settings, alert, store } = setUpJobs();
  await checkStore(settings);
  expect(alert).not.toHaveBeenCalled();
  const check = () => Promise.reject(new Error("database or disk is full"));
  await expect(checkStore({ ...settings, store: { ...store, check } })).rejects.toThrow("full");
  expect(alert).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("cannot be stored"));
});

describe("Among the jobs,", () => {
  it("each is run when it is due", async () => {
    const { store, clock, alert, send, settings, save, names } = setUpJobs();
    const [ana, bea] = [await store.find(await save("Ana", 0)), await store.find(await save("Bea", 0))];
    await store.markDelivered([bea?.id ?? ""], 0);
    await store.markAnswered(bea?.reference ?? "", 0);
    for (const name of ["digest", "weekly"]) await store.set(name, "none yet");
    await store.addVisits([{ day: "1999-12-31", kind: "page", name: "/", views: 1 }]);
    clock.time = morning;
    // This one was postponed while the clock was a year ahead.
    await store.markFailed([ana?.id ?? ""], "unreachable", morning + 365 * day);
    await createJobRunner({ ...settings, weeklyHour: 8 })();
    expect(alert).toHaveBeenCalled();
    expect(send.mock.calls.map(([{ id }]) => id.split("-")[0]).sort()).toEqual([
      "digest",
      "expiry",
      "reminder",
      "weekly",
    ]);
    expect(await names()).toEqual(["Ana"]);
    expect(await store.listVisits("1900-01-01", "2100-01-01")).toEqual([]);
    expect(await store.claim(morning, 1, morning)).toHaveLength(1);
  });

  it("one that fails does not keep the others from running, and stopping waits for those that run", async () => {
    const { clock, alert, send, settings, save } = setUpJobs();
    await save("Ana", 0);
    clock.time = day;
    alert.mockRejectedValue(new Error("webhook unreachable"));
    await startJobs(settings).stop();
    expect(alert).toHaveBeenCalledOnce();
    expect(send).toHaveBeenCalledOnce();
  });

  it("one that hangs does not keep the others from running again and again", async () => {
    const { clock, alert, send, settings, save } = setUpJobs();
    await save("Ana", 0);
    clock.time = day;
    send.mockImplementation(() => new Promise(() => {}));
    const runJobs = createJobRunner(settings);
    void runJobs();
    await vi.waitFor(() => expect(alert).toHaveBeenCalledOnce(), timeout);
    await vi.waitFor(() => expect(send).toHaveBeenCalledOnce(), timeout);
    await save("Bea", clock.time);
    clock.time += 20 * minute;
    // A run skips a job whose last run has not quite ended.
    await vi.waitFor(() => {
      void runJobs();
      expect(alert).toHaveBeenCalledTimes(2);
    }, timeout);
    expect(send).toHaveBeenCalledOnce();
  });

  it("one that failed runs again after ten minutes, whatever happens to the clock meanwhile", async () => {
    const { clock, alert, settings, save } = setUpJobs();
    const ticks = { time: 0 };
    const lines: string[] = [];
    const log: JobSettings["log"] = (event, details) => lines.push(`${event} ${details?.duty} ${details?.message}`);
    await save("Ana", 0);
    clock.time = 7 * hour;
    alert.mockRejectedValueOnce(new Error("webhook unreachable"));
    const runJobs = createJobRunner({ ...settings, log, elapsed: () => ticks.time });
    await runJobs();
    expect(lines).toEqual(["watch postponed warn webhook unreachable"]);
    clock.time = 3 * hour;
    ticks.time = 10 * minute - 1;
    await runJobs();
    expect(alert).toHaveBeenCalledOnce();
    ticks.time += 1;
    await runJobs();
    expect(alert).toHaveBeenCalledTimes(2);
  });

  it("each is run by one of several servers at a time, and one that outlasts its lease does not end the next one's", async () => {
    const { clock, settings, save, store } = setUpJobs();
    await save("Ana", 0);
    clock.time = 21 * hour;
    const slow = Promise.withResolvers<void>();
    const send = vi.fn(async () => {}).mockReturnValueOnce(slow.promise);
    const run = () => createJobRunner({ ...settings, digestHour: null, mailer: { send, pause: 0 } })();
    const first = run();
    await vi.waitFor(() => expect(send).toHaveBeenCalledOnce(), timeout);
    await run();
    expect(send).toHaveBeenCalledOnce();
    clock.time += 6 * minute;
    const lease = () => store.lease("watch remind", clock.time, clock.time + 5 * minute);
    expect(await lease()).toBe(true);
    slow.resolve();
    await first;
    expect(await lease()).toBe(false);
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

describe("A request that is never answered", () => {
  it("is erased after twelve months, and the owner is told by one email a month before", async () => {
    const { store, clock, send, settings, save, names } = setUpJobs();
    await save("Ana", 0);
    await store.save(sampleSubmission({ name: "Bot", receivedAt: 0, email: "bot@example.com", flags: ["trap"] }));
    await save("Bea", 61 * day);
    clock.time = 335 * day - 1;
    await announceExpiry(settings);
    expect(send).not.toHaveBeenCalled();
    clock.time = 335 * day;
    for (let time = 0; time < 3; time++) await announceExpiry(settings);
    expect(send).toHaveBeenCalledOnce();
    expect(send.mock.calls[0]?.[0].text).toContain("Ana");
    expect(send.mock.calls[0]?.[0].text).not.toContain("Bot");
    clock.time = 365 * day - 1;
    await purge(settings);
    expect(await names()).toEqual(["Ana", "Bea", "Bot"]);
    clock.time = 365 * day;
    await purge(settings);
    expect(await names()).toEqual(["Bea"]);
  });

  it("is erased after thirteen months when the owner cannot be told, and as announced when she could be at last", async () => {
    const { clock, send, settings, save, names } = setUpJobs();
    await save("Ana", 0);
    await save("Bea", 5 * day);
    send.mockRejectedValue(new Error("no mail"));
    for (let days = 335; days < 370; days++) {
      clock.time = days * day;
      await expect(announceExpiry(settings)).rejects.toThrow("no mail");
    }
    const steps: [number, string[]][] = [
      [395 * day - 1, ["Ana", "Bea"]],
      [395 * day, ["Bea"]],
      [425 * day - 1, ["Bea"]],
      [425 * day, []],
    ];
    for (const [time, left] of steps) {
      clock.time = time;
      await purge(settings);
      expect(await names()).toEqual(left);
      send.mockReset();
      if (time === 395 * day) await announceExpiry(settings);
    }
  });
});
