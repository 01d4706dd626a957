import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    // Most of them wait for another process.
    maxWorkers: 3,
    // Databases, mail servers and killed processes take their time on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    exclude: [
      "**/node_modules/**",
      "build/**",
      "**/*.built.test.ts",
      // Two pictures of 40 megapixels.
      ...(process.env.THOROUGH ? [] : ["pipeline/build-memory.test.ts"]),
    ],
  },
});
