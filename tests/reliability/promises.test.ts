import { expect, test } from "vitest";
import { proveKills } from "./kills.ts";
import { proveSimulation } from "./simulation.ts";

/** A small run of what `npm run prove` does at full size, with choices under which the seeded faults are found soon. */
const options = { seed: 10, scale: 0.002, log: () => {} };

test.each([
  ["the simulation", proveSimulation],
  ["kills", proveKills],
])("%s: every promise holds", async (_, prove) => {
  const results = await prove(options);
  expect(results.filter(({ passed }) => passed !== true)).toEqual([]);
});
