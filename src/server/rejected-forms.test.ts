import { expect, it, onTestFinished, vi } from "vitest";
import { sampleRequest } from "../../tests/kit/sample-request.ts";
import { createRejectedForms } from "./rejected-forms.ts";

const form = {
  values: { ...sampleRequest, email: "" },
  errors: { email: "Enter your email address" },
};

it("A rejected form is deleted after ten minutes, requested or not", () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const forms = createRejectedForms();
  const [first, second] = [forms.save(form, "192.0.2.1"), forms.save(form, "192.0.2.1")];
  vi.advanceTimersByTime(10 * 60_000 - 1);
  expect(forms.take(first)).toEqual(form);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(1);
  expect(vi.getTimerCount()).toBe(0);
  expect(forms.take(second)).toBeUndefined();
});

it("A flood of invalid forms from one address deletes nobody else's", () => {
  const forms = createRejectedForms();
  const token = forms.save(form, "2001:db8:1:2::1");
  for (let number = 0; number < 5_000; number++) forms.save(form, `2001:db8:9:9::${number}`);
  expect(forms.take(token)).toEqual(form);
});
