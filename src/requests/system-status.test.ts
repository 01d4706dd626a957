import { expect, it } from "vitest";
import { describeProblems, readStatus, type StatusSettings } from "./system-status.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const now = Date.UTC(2026, 6, 15, 14);

/** When the last backup was made, and since when an email waits. */
type Stored = { backup?: string | null; since?: number | null };

it.each<[string[], Stored, Partial<StatusSettings>]>([
  [[], {}, {}],
  [[], { backup: new Date(now - 2 * day).toISOString(), since: now - 14 * minute }, {}],
  [[], { backup: null }, { backupExpected: false, freeSpace: async () => null }],
  [["No emails have gone out since minute 15."], { since: now - 15 * minute }, {}],
  [["No backup since minute 2881."], { backup: String(now - 2 * day - minute) }, {}],
  [
    [
      "No emails can go out, as no mail server is set up.",
      "Disk space is nearly used up, with 4\u00a0% free.",
      "Hidden from search engines: a phone number is a sample.",
    ],
    {},
    { mailUnset: true, freeSpace: async () => 0.04, hidden: "a phone number is a sample" },
  ],
])("The problems are %j with %j and %j", async (problems, { backup = String(now), since = null }, change) => {
  const status = await readStatus({
    store: { pending: async () => ({ count: since === null ? 0 : 1, since }), get: async () => backup },
    now: () => now,
    mailUnset: false,
    hidden: null,
    backupExpected: true,
    freeSpace: async () => 0.5,
    ...change,
  });
  expect(describeProblems(status, (at) => `minute ${(now - at) / minute}`)).toEqual(problems);
});
