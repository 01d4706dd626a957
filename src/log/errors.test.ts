import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { describeError } from "./errors.ts";

it("An error is described by its kind, its message and its place in our own code", () => {
  expect(describeError(new TypeError("Cannot read properties of undefined (reading 'name')"))).toEqual({
    error: "TypeError",
    message: "Cannot read properties of undefined (reading 'name')",
    place: expect.stringMatching(/^src\/log\/errors\.test\.ts:\d+$/),
  });
});

it("A system error keeps its code and the file it is about", () => {
  let thrown: unknown;
  try {
    readFileSync("/nowhere/at-all");
  } catch (error) {
    thrown = error;
  }
  const { error, message } = describeError(thrown);
  expect([error, message]).toEqual(["Error ENOENT", "ENOENT: no such file or directory, open '/nowhere/at-all'"]);
});

it.each([
  `Unexpected token 'C', "Canary Ana" is not valid JSON`,
  'invalid input syntax for type integer: "Canary Ana"',
  "550 <canary@example.com> is not wanted here",
  "call 780-555-0100 back",
  "an open quote 'Canary Ana",
  "over\nlines: `Canary\nAna`",
])("A visitor's data that an error message quotes is left out: %j", (message) => {
  const trace = describeError(new Error(message));
  expect(JSON.stringify(trace)).not.toMatch(/canary|ana|555|\\n/i);
  expect(trace.message).toContain("(…)");
});

it.each([undefined, null, "text", 7, {}, Symbol("odd")])("Any thrown value can be described: %s", (thrown) => {
  expect(describeError(thrown)).toMatchObject({ place: "unknown" });
});
