import type { Page } from "@playwright/test";
import { visitor } from "../kit/site-fixtures.ts";

export const submitButton = (page: Page) => page.locator("form button[type=submit]");
export const errorSummary = (page: Page) => page.locator("#check");
export const successNotice = (page: Page) => page.locator("#sent");
export const failureNotice = (page: Page) => page.locator("#failed");

/** Reads the values of the fields. */
export async function readFields(page: Page) {
  const entries = Object.keys(visitor).map(async (field) => [field, await page.locator(`#${field}`).inputValue()]);
  return Object.fromEntries(await Promise.all(entries));
}
