import { chromium } from "@playwright/test";
import { findChromium } from "../../tests/kit/find-chromium.ts";

/** Chromium must not look for its maker's servers, nor for a sandbox that root cannot have. */
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  // How far below the screen pictures are fetched: the headless shell, which knows no connection, would take the farthest.
  "--blink-settings=lazyLoadingImageMarginPxUnknown=1250",
];

export const openBrowser = () => chromium.launch({ executablePath: findChromium(), args });
