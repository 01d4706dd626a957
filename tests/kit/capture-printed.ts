import { vi } from "vitest";

/** Collects what is printed in this process, as long as the variable that holds it with `using` is in scope. */
export function capturePrinted() {
  const printed = { log: "", error: "" };
  const spies = (["log", "error"] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((line) => {
      printed[name] += `${line}\n`;
    }),
  );
  return Object.assign(printed, {
    [Symbol.dispose]() {
      for (const spy of spies) spy.mockRestore();
    },
  });
}
