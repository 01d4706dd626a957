import { defineConfig } from "@playwright/test";
import { chromiumFlags, findChromium } from "../../tests/kit/find-chromium.ts";
import { patient } from "../../tests/kit/patience.ts";

const baseURL = "http://127.0.0.1:3977";

/** Screenshots differ between machines, so they are compared with those of another revision on this one, in .cache/shots. */
export default defineConfig({
  testMatch: "*.shots.ts",
  snapshotPathTemplate: "../../.cache/shots/{arg}-{projectName}.png",
  outputDir: "../../.cache/shots-compared",
  reporter: [["line"], ["html", { outputFolder: "../../.cache/shots-report", open: "never" }]],
  fullyParallel: true,
  workers: 2,
  timeout: patient(120_000),
  expect: {
    timeout: patient(20_000),
    // The colour difference that a careful eye can see; the default of 0.2 would miss a wrong grey.
    toHaveScreenshot: { threshold: 0.02 },
  },
  use: {
    baseURL,
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { executablePath: findChromium(), args: chromiumFlags },
  },
  projects: [390, 768, 1440].map((width) => ({
    name: String(width),
    use: { viewport: { width, height: width < 600 ? 844 : 900 } },
  })),
  webServer: {
    command: `"${process.execPath}" src/build/build-if-changed.ts && "${process.execPath}" src/server/main.ts`,
    cwd: "../..",
    env: {
      PORT: new URL(baseURL).port,
      DATA_DIR: ".cache/shots-data",
      SITE_URL: "",
      DIGEST: "off",
      WEEKLY_EMAIL: "off",
    },
    url: baseURL,
    timeout: patient(300_000),
  },
});
