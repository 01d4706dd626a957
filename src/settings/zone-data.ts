/**
 * The zone data of Node that the project was tested with: a country that changes its clocks is in newer data only, and
 * older data shows every time there an hour off. To raise it, upgrade the Node packages (CONTRIBUTING.md, Upgrading), read
 * `process.versions.tz` of the new Node, and run `npm test`.
 */
export const testedZoneData = "2026c";

/** What is wrong with the zone data of a Node, whose versions are texts in alphabetical order; null if nothing is. */
export function zoneDataProblem(version: string | undefined): string | null {
  if (version && version >= testedZoneData) return null;
  return `Node's zone data is ${version ?? "of an unknown version"}, and the site was tested with ${testedZoneData}: times in emails, at the desk and in calendar entries may be an hour off. Use the Node of the project's packages, or a newer one.`;
}
