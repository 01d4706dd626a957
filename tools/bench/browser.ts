import { chromium } from "@playwright/test";
import { findChromium } from "../../tests/kit/find-chromium.ts";

/** Chromium must not contact its vendor's servers, nor use a sandbox, which root cannot have. */
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  // The distance for fetching lazy pictures: the headless shell knows no connection type and would use the largest.
  "--blink-settings=lazyLoadingImageMarginPxUnknown=1250",
];

export const openBrowser = (executablePath = findChromium()) => chromium.launch({ executablePath, args });
