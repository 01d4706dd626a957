import { expect, it } from "vitest";
import { describeProblems, readStatus, type StatusSettings } from "./system-status.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.UTC(2026, 6, 15, 14);

const readTestStatus = (
  change: Partial<StatusSettings> = {},
  backup: string | null = String(now),
  since: number | null = null,
) =>
  readStatus({
    store: { pending: async () => ({ count: since === null ? 0 : 1, since }), get: async () => backup },
    now: () => now,
    mailUnset: false,
    hidden: null,
    backupExpected: true,
    freeSpace: async () => 0.5,
    ...change,
  });

const problems = async (...args: Parameters<typeof readTestStatus>) =>
  describeProblems(await readTestStatus(...args), (at) => `minute ${(now - at) / minute}`);

it("There is no problem when emails go out, the disk has space, a backup is recent and the site is visible", async () => {
  expect(await problems()).toEqual([]);
  expect(await problems({}, new Date(now - 2 * day).toISOString(), now - 14 * minute)).toEqual([]);
  expect(await problems({ backupExpected: false, freeSpace: async () => null }, null)).toEqual([]);
});

it("Each problem is described in one sentence", async () => {
  expect(await problems({}, String(now), now - 15 * minute)).toEqual(["No emails have gone out since minute 15."]);
  expect(await problems({}, String(now - 2 * day - minute))).toEqual(["No backup since minute 2881."]);
  expect(
    await problems({ mailUnset: true, freeSpace: async () => 0.04, hidden: "a phone number is a sample" }),
  ).toEqual([
    "No emails can go out, as no mail server is set up.",
    "Disk space is nearly used up, with 4\u00a0% free.",
    "Hidden from search engines: a phone number is a sample.",
  ]);
});
