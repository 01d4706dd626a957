import { defineConfig } from "vitest/config";
import { patient } from "./tests/kit/patience.ts";

/** Most tests run on the example studio. What must hold for any content is also tested on the real one. */
export const exampleStudio = { CONTENT_DIR: "tests/example-studio", BUILD_DIR: ".cache/example-studio" };

const builtTest = (name: string) => `tests/built-site/${name}.built.test.ts`;
/** These tests check the same for either studio, so they run only on the example studio. */
const exampleOnly = ["smoke", "notice", "words"].map(builtTest);
/** These look at how full pages are, and what was specified for one studio. */
const ownOnly = ["whole-pages", "specification"].map(builtTest);
const elsewhere = ["**/node_modules/**", "build/**", ".cache/**"];

const shared = {
  // A worker keeps the modules it has loaded for its next file; tests put back what they change.
  isolate: false,
  // A busy machine may be slow once; what fails twice is broken.
  retry: 1,
  // Databases, mail servers and killed processes take their time on a busy machine.
  testTimeout: patient(180_000),
  hookTimeout: patient(180_000),
  expect: { poll: { timeout: patient(20_000) } },
};

export default defineConfig({
  test: {
    // Most of them wait for another process.
    maxWorkers: 3,
    projects: [
      {
        test: {
          ...shared,
          name: "unit",
          include: ["**/*.test.ts"],
          exclude: [...elsewhere, "**/*.built.test.ts"],
          globalSetup: "tests/kit/shared-postgres.ts",
        },
      },
      // Tests of what the build wrote.
      {
        test: {
          ...shared,
          name: "pages",
          include: ["**/*.built.test.ts"],
          exclude: [...elsewhere, ...exampleOnly],
        },
      },
      {
        test: {
          ...shared,
          name: "example-pages",
          include: ["**/*.built.test.ts"],
          exclude: [...elsewhere, ...ownOnly],
          env: exampleStudio,
        },
      },
    ],
  },
});
