import { join } from "node:path";
import { defineConfig } from "@playwright/test";

/** Chromium must not look for its maker's servers, nor for a sandbox that root cannot have. */
const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export default defineConfig({
  testDir: "e2e",
  testMatch: "*.spec.ts",
  outputDir: join(process.env.TEST_OUTPUT ?? ".cache", "journeys"),
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  use: {
    viewport: { width: 390, height: 844 },
    launchOptions: { executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium", args: flags },
  },
});
