import { expect, it, onTestFinished, vi } from "vitest";
import { sampleRequest } from "../../tests/kit/sample-request.ts";
import { createDraftStore } from "./draft-store.ts";

const draft = {
  values: { ...sampleRequest, email: "" },
  errors: { email: "Enter your email address" },
};

it("A draft is returned once", () => {
  const drafts = createDraftStore();
  const token = drafts.save(draft, "192.0.2.1");
  expect(drafts.take("another token")).toBeUndefined();
  expect(drafts.take(token)).toEqual(draft);
  expect(drafts.take(token)).toBeUndefined();
});

it("A draft is deleted after ten minutes, requested or not", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const drafts = createDraftStore();
  const [first, second] = [drafts.save(draft, "192.0.2.1"), drafts.save(draft, "192.0.2.1")];
  vi.advanceTimersByTime(10 * 60_000 - 1);
  expect(drafts.take(first)).toEqual(draft);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(vi.getTimerCount()).toBe(0);
  expect(drafts.take(second)).toBeUndefined();
});

it("A flood of invalid forms from one address deletes nobody else's draft", () => {
  const drafts = createDraftStore();
  const token = drafts.save(draft, "2001:db8:1:2::1");
  for (let number = 0; number < 5_000; number++) drafts.save(draft, `2001:db8:9:9::${number}`);
  expect(drafts.take(token)).toEqual(draft);
});
