import { loadEnvironment } from "../../src/settings/load.ts";

/**
 * Milliseconds that a test waits for something before it gives up. The limits are generous for an idle machine;
 * TEST_PATIENCE=4 makes all of them four times as long, for one that is slow or busy.
 */
export function patient(milliseconds: number): number {
  const { TEST_PATIENCE = "1" } = loadEnvironment();
  const factor = Number(TEST_PATIENCE);
  if (!(factor > 0)) throw new Error(`TEST_PATIENCE is "${TEST_PATIENCE}", but must be a number above 0, like 4.`);
  return milliseconds * factor;
}
