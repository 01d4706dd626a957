import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { openProgress } from "./progress.ts";

const lines: string[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance", "setInterval", "clearInterval"] });
  lines.length = 0;
  const log = vi.spyOn(console, "log").mockImplementation((line) => void lines.push(line));
  onTestFinished(() => {
    log.mockRestore();
    vi.useRealTimers();
  });
});

it("progress names the task, how many of how many are done, and the seconds since the beginning", () => {
  const progress = openProgress();
  progress.begin("Pictures", 3);
  vi.advanceTimersByTime(3_000);
  progress.step();
  expect(lines).toEqual([]);
  vi.advanceTimersByTime(2_000);
  progress.step();
  progress.begin("Pages");
  vi.advanceTimersByTime(6_000);
  progress.end();
  vi.advanceTimersByTime(60_000);
  expect(lines).toEqual(["Pictures: 1 of 3, 5 s", "Pages: 10 s"]);
});

it("progress is printed at a step when the task keeps the timer from running", () => {
  const progress = openProgress();
  progress.begin("Rows");
  // The clock advances while no timer gets a chance to run.
  const clock = vi.spyOn(performance, "now").mockReturnValue(performance.now() + 7_000);
  onTestFinished(() => clock.mockRestore());
  progress.step();
  progress.step();
  expect(lines).toEqual(["Rows: 1, 7 s"]);
});
