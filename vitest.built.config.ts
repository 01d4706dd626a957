import { defineConfig } from "vitest/config";

/** Tests of what the build wrote; they need build/current. */
export default defineConfig({
  test: { include: ["**/*.built.test.ts"], exclude: ["**/node_modules/**"], maxWorkers: 2 },
});
