import { expect, it, onTestFinished, vi } from "vitest";
import { openProgress } from "./progress.ts";

it("progress names the task, how much is done and the seconds, also while the task keeps the timer from running", () => {
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => {
    log.mockRestore();
    vi.useRealTimers();
  });
  const progress = openProgress();
  progress.begin("Pictures", 3);
  vi.advanceTimersByTime(3_000);
  progress.step();
  vi.advanceTimersByTime(2_000);
  progress.begin("Rows");
  // The clock advances while no timer gets a chance to run.
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 7_000);
  progress.step();
  progress.step();
  clock.mockRestore();
  progress.end();
  vi.advanceTimersByTime(60_000);
  expect(log.mock.calls.flat()).toEqual(["Pictures: 1 of 3, 5 s", "Rows: 1, 12 s"]);
});
