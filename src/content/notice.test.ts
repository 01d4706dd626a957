import { expect, test } from "vitest";
import { currentNotice } from "./notice.ts";

const away = { text: "Away until 2 January", from: "2025-12-24", until: "2026-01-02" };

test.each([
  ["on its last evening", "2026-01-03T06:59:00Z", true],
  ["at the midnight after", "2026-01-03T07:00:00Z", false],
])("in Edmonton a notice is shown or gone %s", (_, moment, shown) => {
  const studio = { notice: away, timeZone: "America/Edmonton" };
  expect(currentNotice(studio, Date.parse(moment)) !== undefined).toBe(shown);
});

test.each([
  ["its first day", away, "2025-12-24T07:00:00Z"],
  ["the day that the owner chose", { ...away, shownFrom: "2025-12-10" }, "2025-12-10T07:00:00Z"],
  ["the moment it is published, where neither day is known", { ...away, from: undefined }, undefined],
])("in Edmonton a notice begins on %s", (_, notice, begins) => {
  const current = currentNotice({ notice, timeZone: "America/Edmonton" }, 0);
  expect(current?.begins).toBe(begins && Date.parse(begins));
});

test("without words there is no notice, whatever else is left of the last one", () => {
  expect(currentNotice({ notice: { ...away, text: undefined }, timeZone: "UTC" }, 0)).toBeUndefined();
});
