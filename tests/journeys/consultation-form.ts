import type { Page } from "@playwright/test";
import { visitor } from "../kit/site-fixtures.ts";

export const submitButton = (page: Page) => page.locator("form button[type=submit]");
export const errorSummary = (page: Page) => page.locator("#check");
export const successNotice = (page: Page) => page.locator("#sent");
export const failureNotice = (page: Page) => page.locator("#failed");

/** Reads the values of the fields. */
export const readFields = (page: Page) =>
  page.evaluate(
    (fields) => Object.fromEntries(fields.map((id) => [id, document.querySelector<HTMLInputElement>(`#${id}`)?.value])),
    Object.keys(visitor),
  );
