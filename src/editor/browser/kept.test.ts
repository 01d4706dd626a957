import { expect, onTestFinished, test, vi } from "vitest";
import { changeKept, readKept } from "./kept.ts";
import { getState, setState } from "./state.ts";

test("words for which the browser has no space stay in their window, and are stored once it has", () => {
  const stored = new Map<string, string>();
  let isFull = true;
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem(key: string, value: string) {
      if (isFull) throw new DOMException("No space", "QuotaExceededError");
      stored.set(key, value);
    },
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    setState({ begun: {}, errorMessage: null });
  });
  changeKept("begun", "picture/hero", () => ({ alt: "A wall" }));
  expect(getState().errorMessage).toContain("no space");
  changeKept("begun", "new-treatment", () => ({ name: "Facial" }));
  const both = { "picture/hero": { alt: "A wall" }, "new-treatment": { name: "Facial" } };
  expect(getState().begun).toEqual(both);
  isFull = false;
  changeKept("begun", "new-treatment", (now) => now);
  expect(readKept("begun")).toEqual(both);
  expect([...stored]).toEqual([
    ["editor-begun", JSON.stringify({ "picture/hero": { alt: "A wall" }, "new-treatment": { name: "Facial" } })],
  ]);
});
