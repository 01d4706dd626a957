import type { Page } from "@playwright/test";
import { visitor } from "./fixtures.ts";

export const button = (page: Page) => page.locator("form button[type=submit]");
export const summary = (page: Page) => page.locator("#check");
export const thanks = (page: Page) => page.locator("#sent");
export const failure = (page: Page) => page.locator("#failed");

/** What stands in the fields. */
export async function typed(page: Page) {
  const entries = Object.keys(visitor).map(async (field) => [field, await page.locator(`#${field}`).inputValue()]);
  return Object.fromEntries(await Promise.all(entries));
}
