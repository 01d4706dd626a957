import { expect, it } from "vitest";
import { sampleStored } from "../../../tests/kit/sample-request.ts";
import { durationText, type WeeklyData, weeklyEmail } from "./weekly-email.ts";

const minute = 60_000;
const hour = 60 * minute;
const context = { timeZone: "UTC" };
const none = { count: 0, answered: 0, inTime: 0, median: 0, slowest: 0 };
const data: WeeklyData = {
  monday: "2025-07-14",
  from: Date.UTC(2025, 6, 7),
  until: Date.UTC(2025, 6, 14),
  now: Date.UTC(2025, 6, 14, 8),
  answers: none,
  unanswered: { count: 0, oldest: [] },
  suspectCount: 0,
  visits: null,
  status: null,
  siteNeeds: [],
  mayBeErased: false,
};

it.each<[Partial<typeof none>, string, string, string]>([
  [{}, "0 requests", "A quiet week", "No request came."],
  [{ count: 1 }, "one request", "One request", "It is not marked as answered yet."],
  [{ count: 3 }, "3 requests", "Three requests", "None is marked as answered yet."],
  [
    { count: 1, answered: 1, inTime: 1, median: 40 * minute, slowest: 40 * minute },
    ...(["one request", "One request"] as const),
    "It is answered, after 40 minutes.\nThe promised 24 hours were kept.",
  ],
  [
    { count: 3, answered: 3, inTime: 3, median: 3 * hour, slowest: 5 * hour },
    ...(["3 requests", "Three requests"] as const),
    "All are answered: half of them within 3 hours, the slowest after 5 hours.\nThe promised 24 hours were kept.",
  ],
  [
    { count: 3, answered: 1, inTime: 0, median: 50 * hour, slowest: 50 * hour },
    ...(["3 requests", "Three requests"] as const),
    "One of 3 is answered, after 2 days.\nOne took longer than the promised 24 hours.",
  ],
  [
    { count: 5, answered: 3, inTime: 1, median: 30 * hour, slowest: 40 * hour },
    ...(["5 requests", "Five requests"] as const),
    "Three of 5 are answered: half of them within 30 hours, the slowest after 40 hours.\nTwo took longer than the promised 24 hours.",
  ],
])("With the answers %j the weekly email begins with %s", async (answers, count, title, words) => {
  const { id, subject, text, html } = await weeklyEmail({ ...data, answers: { ...none, ...answers } }, context);
  expect([id, subject]).toEqual(["weekly-2025-07-14", `Your week: ${count}, none waiting`]);
  expect(text.replaceAll("\u00a0", " ").split("\n\n")).toEqual([
    ...[title, "Monday, 7 July to Sunday, 13 July", words],
    "———\nThis email comes every Monday morning. If it does not, something is wrong.\n",
  ]);
  expect(html).toContain(`overflow:hidden">${words.split("\n")[0]}</div>`);
});

it.each([
  [1, "one waiting"],
  [2, "2 waiting"],
])("With %i requests waiting its subject says %s", async (count, words) => {
  const unanswered = { count, oldest: Array(count).fill(sampleStored()) };
  const { subject, text } = await weeklyEmail({ ...data, unanswered }, context);
  expect(subject).toBe(`Your week: 0 requests, ${words}`);
  expect(text).toContain("Waiting for your answer\n\n———\nCanary Ana");
});

it.each([
  [0, "1 minute"],
  [89 * minute, "89 minutes"],
  [90 * minute, "2 hours"],
  [47 * hour, "47 hours"],
  [48 * hour, "2 days"],
  [60 * hour, "3 days"],
])("A duration of %i ms is written as %s", (milliseconds, text) => {
  expect(durationText(milliseconds)).toBe(text);
});
