import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { describeError } from "./errors.ts";

it.each<[() => void, string, string]>([
  [() => void Object(undefined).name.first, "TypeError", "Cannot read properties of undefined (reading 'first')"],
  [() => readFileSync("/nowhere"), "Error ENOENT", "ENOENT: no such file or directory, open '/nowhere'"],
])("%s is described by its kind, its message and its place in our own code", (fail, error, message) => {
  let thrown: unknown;
  try {
    fail();
  } catch (caught) {
    thrown = caught;
  }
  const place = expect.stringMatching(/^src\/log\/errors\.test\.ts:\d+$/);
  expect(describeError(thrown)).toEqual({ error, message, place });
});

it.each([
  `Unexpected token 'C', "Canary Ana" is not valid JSON`,
  "550 <canary@example.com> is not wanted here",
  "call 780-555-0100 back",
  "an open quote 'Canary Ana",
  "over\nlines: `Canary\nAna`",
])("A visitor's data that an error message quotes is left out: %j", (message) => {
  const trace = describeError(new Error(message));
  expect(JSON.stringify(trace)).not.toMatch(/canary|ana|555|\\n/i);
  expect(trace.message).toContain("(…)");
});

it.each([undefined, null, "text", {}, Symbol("odd")])("Any thrown value can be described: %s", (thrown) => {
  expect(describeError(thrown)).toMatchObject({ place: "unknown" });
});
