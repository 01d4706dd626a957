import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../../tests/kit/temporary-folder.ts";
import { areInitials, recordLaunch } from "./record-launch.ts";

const record = "launched: { date: 2026-12-01, initials: CV }";

test.each(["a: 1\n", "a: 1"])("the launch becomes the last line of %j, on the day at the studio", (before) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "studio.yaml"), before);
  expect(recordLaunch(folder, "CV", "America/Halifax", new Date("2026-12-02T03:59Z"))).toBe(record);
  expect(readFileSync(join(folder, "studio.yaml"), "utf8")).toBe(`a: 1\n${record}\n`);
});

test("initials are one to four letters", () => {
  expect(["C", "Éa", "ABCD"].map(areInitials)).toEqual([true, true, true]);
  expect(["", "ABCDE", "C V", "C1", "me: {"].some(areInitials)).toBe(false);
});
