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
  clampFutureTimes,
  createJobRunner,
  digest,
  type JobSettings,
  purge,
  remind,
  startJobs,
  warn,
} from "./scheduled-jobs.ts";
import { deleteOldVisits } from "./visits.ts";

const timeout = patient(60_000);

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

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
  return { store, clock, alert, send, settings, save };
}

describe("A request that cannot be delivered", () => {
  it("is reported once after 15 minutes and once, urgently, after two hours", async () => {
    const { clock, alert, settings, save } = setUpJobs();
    const reference = await save("Ana", 0);
    for (const time of [14, 15, 16, 119, 120, 121, 500]) {
      clock.time = time * minute;
      await warn(settings);
    }
    expect(alert.mock.calls.flat()).toEqual([
      expect.stringContaining(`Undelivered for 15 minutes: consultation request ${reference}`),
      expect.stringContaining(`Urgent: undelivered for two hours: consultation request ${reference}`),
    ]);
  });

  it("is reported again when the report itself failed", async () => {
    const { clock, alert, settings, save } = setUpJobs();
    await save("Ana", 0);
    clock.time = 15 * minute;
    alert.mockRejectedValueOnce(new Error("webhook unreachable"));
    await expect(warn(settings)).rejects.toThrow("webhook unreachable");
    await warn(settings);
    expect(alert).toHaveBeenCalledTimes(2);
  });
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
    for (let time = 0; time < 2; time++) await remind({ ...settings, timeZone: "UTC", studio });
    expect(send).toHaveBeenCalledOnce();
    expect(send.mock.calls[0]?.[0].text).toContain("Answer by Thursday, 1 January, 6:00 p.m.");
  });

  it("does not come for a suspect request until the owner marks it as real", async () => {
    const { store, clock, send, settings } = setUpJobs();
    const { reference } = await store.save(sampleSubmission({ flags: ["trap"], receivedAt: 0 }));
    clock.time = day;
    await remind(settings);
    expect(send).not.toHaveBeenCalled();
    await store.setVerdict(reference, "real", day);
    await remind(settings);
    expect(send).toHaveBeenCalledOnce();
  });

  it("comes later when the mail server was unreachable", async () => {
    const { clock, send, settings, save } = setUpJobs();
    await save("Ana", 0);
    clock.time = day;
    send.mockRejectedValueOnce(new Error("unreachable"));
    await expect(remind(settings)).rejects.toThrow("unreachable");
    await remind(settings);
    expect(send).toHaveBeenCalledTimes(2);
  });
});

it("A reminder and a digest are not sent again when the store was away just after they were sent", async () => {
  const { store, clock, send, settings, save } = setUpJobs();
  await save("Ana", 0);
  await store.set("digest", "none yet");
  clock.time = Date.UTC(2026, 6, 15, 14);
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const set = vi.fn(store.set);
  for (const job of [remind, digest]) {
    set.mockRejectedValueOnce(new Error("away"));
    const done = vi.fn();
    const run = job({ ...settings, store: { ...store, set } }).then(done);
    // Waiting moves the fake clock on.
    await vi.waitFor(() => expect(done).toHaveBeenCalled(), { timeout });
    await run;
    await job(settings);
  }
  expect(set).toHaveBeenCalledTimes(4);
  expect(send).toHaveBeenCalledTimes(2);
});

describe("The morning digest", () => {
  const morning = Date.UTC(2026, 6, 15, 14);

  it("comes once a day from eight o'clock at the studio, also after a restart", async () => {
    const { clock, send, settings, save } = setUpJobs();
    const reference = await save("Ana", morning - hour);
    for (const time of [-minute, 0, minute, hour, 15 * hour, 23 * hour, day, day + hour]) {
      clock.time = morning + time;
      await digest({ ...settings });
    }
    expect(send.mock.calls.map(([{ id }]) => id)).toEqual(["digest-2026-07-15", "digest-2026-07-16"]);
    expect(send.mock.calls[0]?.[0].text).toContain(reference);
  });

  it("does not come on the day when a server first starts in the afternoon", async () => {
    const { clock, send, settings } = setUpJobs();
    clock.time = morning + 5 * hour;
    await digest(settings);
    expect(send).not.toHaveBeenCalled();
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
});

it("A delivered and answered request is erased after its retention days, any other never is", async () => {
  const { store, clock, settings, save } = setUpJobs();
  await save("Ana", 0);
  await save("Bea", 0);
  const [ana] = await store.claim(1, 1, 2);
  await store.markDelivered([ana?.id ?? ""], hour);
  await store.markAnswered(ana?.reference ?? "", hour);
  const forget = vi.fn();
  clock.time = 30 * day + hour - 1;
  await purge({ ...settings, deleteCopies: forget });
  expect(await store.list()).toHaveLength(2);
  clock.time += 1;
  await purge({ ...settings, deleteCopies: forget });
  expect(forget).toHaveBeenCalledExactlyOnceWith([ana?.id]);
  expect(await store.list()).toMatchObject([{ name: "Bea" }]);
});

it("What was counted is deleted after thirteen months", async () => {
  const { store, clock, settings } = setUpJobs();
  const visit = { kind: "page", name: "/", views: 1 } as const;
  await store.addVisits([
    { ...visit, day: "2025-10-15" },
    { ...visit, day: "2025-10-16" },
  ]);
  clock.time = Date.parse("2026-11-16T18:00:00Z");
  await deleteOldVisits(settings);
  expect(await store.listVisits("2000-01-01", "2100-01-01")).toEqual([{ ...visit, day: "2025-10-16" }]);
});

it("A store that cannot be written is reported", async () => {
  const { settings, alert, store } = setUpJobs();
  await checkStore(settings);
  expect(alert).not.toHaveBeenCalled();
  const check = () => Promise.reject(new Error("database or disk is full"));
  await expect(checkStore({ ...settings, store: { ...store, check } })).rejects.toThrow("full");
  expect(alert).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("cannot be stored"));
});

it("A job that fails does not keep the other jobs from running", async () => {
  const { clock, alert, send, settings, save } = setUpJobs();
  await save("Ana", 0);
  clock.time = day;
  alert.mockRejectedValue(new Error("webhook unreachable"));
  const jobs = startJobs(settings);
  await jobs.stop();
  expect(alert).toHaveBeenCalledOnce();
  expect(send).toHaveBeenCalledOnce();
});

it("A job that hangs does not keep the other jobs from running again and again", async () => {
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

it("A job that failed runs again after ten minutes, whatever happens to the clock meanwhile", async () => {
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

it("An email postponed by a fast clock is sent soon after the clock is corrected", async () => {
  const { store, clock, settings, save } = setUpJobs();
  clock.time = 7 * hour;
  await save("Ana", clock.time);
  const [request] = await store.claim(clock.time, 1, clock.time);
  await store.markFailed([request?.id ?? ""], "unreachable", clock.time + 3 * hour);
  clock.time = minute;
  await clampFutureTimes(settings);
  expect(await store.claim(clock.time, 1, clock.time)).toHaveLength(1);
});

it("A purge deletes the copies outside the store first, so that no crash leaves one behind", async () => {
  const { store, clock, settings, save } = setUpJobs();
  const reference = await save("Ana", 0);
  const [request] = await store.claim(1, 1, 2);
  await store.markDelivered([request?.id ?? ""], hour);
  await store.markAnswered(reference, hour);
  clock.time = 40 * day;
  const deleteCopies = vi.fn(() => {
    throw new Error("folder missing");
  });
  await expect(purge({ ...settings, deleteCopies })).rejects.toThrow("folder missing");
  expect(await store.find(reference)).not.toBeNull();
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

it("A job that outlasts its lease does not end the lease of the process that took over", async () => {
  const { clock, settings, save, store } = setUpJobs();
  await save("Ana", 0);
  clock.time = 21 * hour;
  let finish = () => {};
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const send = vi.fn(async () => slow);
  const run = createJobRunner({ ...settings, digestHour: null, mailer: { send, pause: 0 } })();
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce(), timeout);
  clock.time += 6 * minute;
  expect(await store.lease("watch remind", clock.time, clock.time + 5 * minute)).toBe(true);
  finish();
  await run;
  expect(await store.lease("watch remind", clock.time, clock.time + 5 * minute)).toBe(false);
});

describe("A request that is never answered", () => {
  const months = (count: number) => count * 30.5 * day;

  it("is erased after twelve months, and the owner is told by one email a month before", async () => {
    const { store, clock, send, settings, save } = setUpJobs();
    await save("Ana", 0);
    await store.save(sampleSubmission({ name: "Bot", receivedAt: 0, email: "bot@example.com", flags: ["trap"] }));
    await save("Bea", months(2));
    clock.time = 335 * day - 1;
    await announceExpiry(settings);
    expect(send).not.toHaveBeenCalled();
    clock.time = 335 * day;
    for (let time = 0; time < 3; time++) await announceExpiry(settings);
    expect(send).toHaveBeenCalledOnce();
    const [email] = send.mock.calls[0] ?? [];
    expect(email?.subject).toBe("Still unanswered after 11 months: one request");
    expect(email?.text).toContain("Ana");
    expect(email?.text).not.toContain("Bot");
    clock.time = 365 * day - 1;
    await purge(settings);
    expect(await store.list()).toHaveLength(3);
    clock.time = 365 * day;
    await purge(settings);
    expect((await store.list()).map(({ name }) => name)).toEqual(["Bea"]);
  });

  it("is erased after thirteen months when the owner cannot be told, and as announced when she could be at last", async () => {
    const { store, clock, send, settings, save } = setUpJobs();
    await save("Ana", 0);
    await save("Bea", 5 * day);
    send.mockRejectedValue(new Error("no mail"));
    for (let days = 335; days < 370; days++) {
      clock.time = days * day;
      await expect(announceExpiry(settings)).rejects.toThrow("no mail");
    }
    clock.time = 395 * day - 1;
    await purge(settings);
    expect(await store.list()).toHaveLength(2);
    clock.time = 395 * day;
    await purge(settings);
    expect((await store.list()).map(({ name }) => name)).toEqual(["Bea"]);
    await expect(announceExpiry(settings)).rejects.toThrow("no mail");
    send.mockReset();
    await announceExpiry(settings);
    expect(send).toHaveBeenCalledOnce();
    clock.time = 425 * day - 1;
    await purge(settings);
    expect(await store.list()).toHaveLength(1);
    clock.time = 425 * day;
    await purge(settings);
    expect(await store.list()).toEqual([]);
  });

  it("is kept until the owner was told, and for as long as a wrong clock may be noticed", async () => {
    const { store, clock, send, settings, save } = setUpJobs();
    await save("Ana", 0);
    clock.time = months(20);
    await purge(settings);
    send.mockRejectedValueOnce(new Error("no mail"));
    await expect(announceExpiry(settings)).rejects.toThrow("no mail");
    await announceExpiry(settings);
    expect(send).toHaveBeenCalledTimes(2);
    clock.time += 30 * day - 1;
    await purge(settings);
    expect(await store.list()).toHaveLength(1);
    clock.time += 1;
    await purge(settings);
    expect(await store.list()).toEqual([]);
  });
});
