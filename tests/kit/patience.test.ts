import { afterEach, expect, test, vi } from "vitest";
import { patient } from "./patience.ts";

afterEach(() => void vi.unstubAllEnvs());

test.each([
  [undefined, 100],
  ["4", 400],
  ["0.5", 50],
])("with TEST_PATIENCE %s a limit of 100 ms is %s ms", (setting, limit) => {
  vi.stubEnv("TEST_PATIENCE", setting);
  expect(patient(100)).toBe(limit);
});

test.each(["0", "-1", "soon"])("TEST_PATIENCE %s is refused in a sentence", (setting) => {
  vi.stubEnv("TEST_PATIENCE", setting);
  expect(() => patient(100)).toThrow(`TEST_PATIENCE is "${setting}", but must be a number above 0, like 4.`);
});
