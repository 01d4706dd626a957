import { join } from "node:path";
import { defineConfig } from "@playwright/test";
import { loadEnvironment } from "./src/settings/load.ts";
import { chromiumFlags } from "./tests/kit/find-chromium.ts";
import { disableColourSchemeEmulation } from "./tests/kit/firefox.ts";
import { patient } from "./tests/kit/patience.ts";

const { CHROMIUM_PATH = "/usr/bin/chromium", TEST_OUTPUT = ".cache" } = loadEnvironment();
// Named by commands/test.ts: a Firefox in .env does not make every run one of Firefox.
const { FIREFOX_PATH } = process.env;

/** Decoding and painting pictures takes a fifth of a browser's time. The tests of whole pages look at them. */
const flags = [...chromiumFlags, "--blink-settings=imagesEnabled=false"];

if (FIREFOX_PATH) disableColourSchemeEmulation();

export default defineConfig({
  testDir: "tests/journeys",
  testMatch: "*.spec.ts",
  outputDir: join(TEST_OUTPUT, "journeys"),
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A busy machine may be slow once; what fails twice is broken.
  retries: 1,
  timeout: patient(120_000),
  expect: { timeout: patient(20_000) },
  // Journeys that need a browser to pretend something which only Chromium can pretend.
  ...(FIREFOX_PATH && { grepInvert: /@chromium/ }),
  use: {
    viewport: { width: 390, height: 844 },
    // Motion takes a third of a browser's time; the journeys that are about it ask for it.
    contextOptions: { reducedMotion: "reduce" },
    ...(FIREFOX_PATH
      ? { browserName: "firefox", channel: "moz-firefox", launchOptions: { executablePath: FIREFOX_PATH } }
      : { launchOptions: { executablePath: CHROMIUM_PATH, args: flags } }),
  },
});
