import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    // Databases, mail servers and killed processes take their time on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    exclude: ["**/node_modules/**", "build/**", "**/*.built.test.ts"],
  },
});
