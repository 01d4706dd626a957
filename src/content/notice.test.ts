import { expect, test } from "vitest";
import { checkAcrossFiles } from "./check-across-files.ts";
import type { Content } from "./content.ts";
import { listLaunchItems } from "./launch/launch-check.ts";
import { currentNotice } from "./notice.ts";
import { readContent } from "./read-content.ts";

type Notice = NonNullable<Content["studio"]["notice"]>;

const folder = "tests/example-studio";
const away: Notice = { text: "Away until 2 January", from: "2026-12-24", until: "2027-01-02", hours: "closed" };

function withNotice(notice: Notice | undefined): Content {
  const content = structuredClone(readContent(folder));
  return { ...content, studio: { ...content.studio, notice } };
}

function problemsOf(notice: Notice): string[] {
  const found: string[] = [];
  checkAcrossFiles(folder, withNotice(notice), (file, message) => found.push(`${file}: ${message}`));
  return found;
}

// Days in the past, because a province may end the changes of the clock.
test.each([
  ["on its last evening", "2026-01-02", "2026-01-03T06:59:00Z", true],
  ["a minute into the next day", "2026-01-02", "2026-01-03T07:01:00Z", false],
  ["at that midnight", "2026-01-02", "2026-01-03T07:00:00Z", false],
  ["on the last evening of summer time", "2025-11-01", "2025-11-02T05:59:00Z", true],
  ["after the last midnight of summer time", "2025-11-01", "2025-11-02T06:01:00Z", false],
  ["late on the day on which the clock goes back", "2025-11-02", "2025-11-03T06:59:00Z", true],
  ["after the day on which the clock goes back", "2025-11-02", "2025-11-03T07:01:00Z", false],
  ["late on the day on which the clock goes forward", "2026-03-08", "2026-03-09T05:59:00Z", true],
  ["after the day on which the clock goes forward", "2026-03-08", "2026-03-09T06:01:00Z", false],
  ["before its first day", "2026-01-02", "2025-12-01T12:00:00Z", true],
])("in Edmonton a notice is shown or gone %s", (_, until, moment, shown) => {
  const studio = { notice: { ...away, until }, timeZone: "America/Edmonton" };
  expect(currentNotice(studio, Date.parse(moment)) !== undefined).toBe(shown);
});

test("without words there is no notice, whatever else is left of the last one", () => {
  const { text: _, ...rest } = away;
  expect(currentNotice({ notice: rest, timeZone: "UTC" }, 0)).toBeUndefined();
  expect(problemsOf({ ...rest, hours: "other hours" })).toEqual([]);
});

test.each([
  [{ until: undefined }, "'notice.until' is missing. Write it like"],
  [{ from: "2027-01-03" }, "'notice.from' is after the last day, 2027-01-02"],
  [{ hours: "other hours" }, "'notice.opens' is missing, which other hours need"],
  [{ hours: "other hours", opens: "11:00" }, "'notice.closes' is missing, which other hours need"],
  [{ hours: "other hours", opens: "15:00", closes: "11:00" }, "'notice.closes' is before it opens"],
] as const)("a notice with %j is refused at its field", (change, message) => {
  expect(problemsOf({ ...away, ...change } as Notice)).toEqual([expect.stringContaining(`studio.yaml: ${message}`)]);
});

test("a notice that can be read is accepted, and the launch check has nothing to say about it", () => {
  expect(problemsOf(away)).toEqual([]);
  expect(problemsOf({ ...away, hours: "other hours", opens: "11:00", closes: "15:00" })).toEqual([]);
  expect(listLaunchItems(withNotice(away))).toEqual(listLaunchItems(withNotice(undefined)));
});
