import { expect, it, onTestFinished, vi } from "vitest";
import { sampleRequest } from "../consultations/sample-request.ts";
import { createDrafts } from "./drafts.ts";

const draft = {
  values: { ...sampleRequest, email: "" },
  errors: { email: "Enter your email address" },
};

it("a draft is given back once", () => {
  const drafts = createDrafts();
  const token = drafts.keep(draft);
  expect(drafts.take("another token")).toBeUndefined();
  expect(drafts.take(token)).toEqual(draft);
  expect(drafts.take(token)).toBeUndefined();
});

it("a draft is gone after ten minutes, asked for or not", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const drafts = createDrafts();
  const [first, second] = [drafts.keep(draft), drafts.keep(draft)];
  vi.advanceTimersByTime(10 * 60_000 - 1);
  expect(drafts.take(first)).toEqual(draft);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(vi.getTimerCount()).toBe(0);
  expect(drafts.take(second)).toBeUndefined();
});

it("the oldest of more than 200 drafts make room", () => {
  const drafts = createDrafts();
  const tokens = Array.from({ length: 202 }, () => drafts.keep(draft));
  expect(tokens.map((token) => drafts.take(token) !== undefined)).toEqual([false, false, ...Array(200).fill(true)]);
});
