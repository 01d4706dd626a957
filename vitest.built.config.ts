import { defineConfig } from "vitest/config";
import { patient } from "./tests/kit/patience.ts";

/** Tests of what the build wrote; they need build/current. */
export default defineConfig({
  test: {
    include: ["**/*.built.test.ts"],
    exclude: ["**/node_modules/**"],
    isolate: false,
    maxWorkers: 2,
    testTimeout: patient(180_000),
    hookTimeout: patient(180_000),
    expect: { poll: { timeout: patient(20_000) } },
  },
});
