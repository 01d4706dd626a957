import { expect, test } from "vitest";
import { publishBlock, withFullStop } from "./format.ts";

test("a sentence that ends with the name of a row has one full stop", () => {
  expect(withFullStop("Contact, Step 2")).toBe("Contact, Step 2.");
  expect(withFullStop("We call you to find a time.")).toBe("We call you to find a time.");
});

test("publishing waits for whatever is to be fixed, drafts included", () => {
  expect(publishBlock({ problems: [] })).toBeNull();
  const problem = { file: "studio.yaml", title: "Studio", path: "phone", label: "Phone", kind: "mistake" as const };
  expect(publishBlock({ problems: [{ ...problem, message: "It is too short.", blocking: true }] })).toBe(
    "Fix 1 thing first",
  );
});
