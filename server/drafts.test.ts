import { expect, it } from "vitest";
import { sampleRequest } from "../consultations/sample-request.ts";
import { createDrafts } from "./drafts.ts";

const draft = {
  values: { ...sampleRequest, email: "" },
  errors: { email: "Enter your email address" },
};

function draftsAt(time: number) {
  const clock = { time };
  return { clock, drafts: createDrafts(() => clock.time) };
}

it("a draft is given back once", () => {
  const { drafts } = draftsAt(0);
  const token = drafts.keep(draft);
  expect(drafts.take("another token")).toBeUndefined();
  expect(drafts.take(token)).toEqual(draft);
  expect(drafts.take(token)).toBeUndefined();
});

it("a draft is gone after ten minutes", () => {
  const { clock, drafts } = draftsAt(0);
  const [first, second] = [drafts.keep(draft), drafts.keep(draft)];
  clock.time = 10 * 60_000 - 1;
  expect(drafts.take(first)).toEqual(draft);
  clock.time += 1;
  expect(drafts.take(second)).toBeUndefined();
});

it("the oldest of more than 200 drafts make room", () => {
  const { drafts } = draftsAt(0);
  const tokens = Array.from({ length: 202 }, () => drafts.keep(draft));
  expect(tokens.map((token) => drafts.take(token) !== undefined)).toEqual([false, false, ...Array(200).fill(true)]);
});
