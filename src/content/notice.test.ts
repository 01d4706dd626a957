import { expect, test } from "vitest";
import { currentNotice } from "./notice.ts";

const away = { text: "Away until 2 January", from: "2026-12-24", until: "2026-01-02" };

test.each([
  ["before its first day", "2025-12-01T12:00:00Z", true],
  ["on its last evening", "2026-01-03T06:59:00Z", true],
  ["at the midnight after", "2026-01-03T07:00:00Z", false],
])("in Edmonton a notice is shown or gone %s", (_, moment, shown) => {
  const studio = { notice: away, timeZone: "America/Edmonton" };
  expect(currentNotice(studio, Date.parse(moment)) !== undefined).toBe(shown);
});

test("without words there is no notice, whatever else is left of the last one", () => {
  expect(currentNotice({ notice: { ...away, text: undefined }, timeZone: "UTC" }, 0)).toBeUndefined();
});
