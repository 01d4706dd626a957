import type { Page, Route } from "@playwright/test";
import { expect, fillForm, functionUrl, openPage, sharedTabTest as test, visitor } from "../kit/site-fixtures.ts";
import { expectNoViolations } from "./axe.ts";

// The states differ within the form, not in what a wider window or the page around it shows.
const expectAccessibleForm = (page: Page) => expectNoViolations(page, [390], "form");

test("the form has no accessibility violation in any state", { tag: "@chromium" }, async ({ page, pageErrors }) => {
  let asked = Promise.withResolvers<Route>();
  await page.route(functionUrl, (route) => asked.resolve(route));
  // The button is disabled before the request has come.
  const answer = async (response: { status: number; json: object }) => {
    const route = await asked.promise;
    asked = Promise.withResolvers();
    await route.fulfill(response);
  };
  await openPage(page, "/contact");
  const button = page.locator("form").getByRole("button", { name: "Send" });

  await button.click();
  await expect(page.getByText("Check your answers")).toBeVisible();
  await expectAccessibleForm(page);

  await fillForm(page, { ...visitor, message: "x".repeat(1700) });
  await button.click();
  await expect(button).toHaveText("Sending...");
  await expectAccessibleForm(page);

  await answer({ status: 400, json: {} });
  await expect(page.getByText("Something went wrong")).toBeVisible();
  await expectAccessibleForm(page);
  pageErrors.splice(0);

  await button.click();
  await expect(button).toBeDisabled();
  await answer({ status: 200, json: { ok: true, reference: "ABC" } });
  await expect(page.getByText("Thank you for your inquiry!")).toBeVisible();
  await expectAccessibleForm(page);
});
