import { expect, test } from "vitest";
import { testedZoneData, zoneDataProblem } from "./zone-data.ts";

test("zone data is as new as the one tested with, or newer, or a problem that names both", () => {
  for (const version of [testedZoneData, "2026d", "2027a"]) expect(zoneDataProblem(version)).toBeNull();
  for (const version of ["2025c", "2026b"])
    expect(zoneDataProblem(version)).toContain(`is ${version}, and the site was tested with ${testedZoneData}`);
  for (const version of [undefined, "", "unknown"]) expect(zoneDataProblem(version)).toContain("an hour off");
  expect(zoneDataProblem(undefined)).toContain("of an unknown version");
});
