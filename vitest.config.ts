import { defineConfig } from "vitest/config";
import { patient } from "./tests/kit/patience.ts";

export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    exclude: ["**/node_modules/**", "build/**", "**/*.built.test.ts"],
    globalSetup: "tests/kit/shared-postgres.ts",
    // A worker keeps the modules it has loaded for its next file; tests put back what they change.
    isolate: false,
    // Most of them wait for another process.
    maxWorkers: 3,
    // Databases, mail servers and killed processes take their time on a busy machine.
    testTimeout: patient(180_000),
    hookTimeout: patient(180_000),
    expect: { poll: { timeout: patient(20_000) } },
  },
});
