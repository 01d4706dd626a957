import type { Route } from "@playwright/test";
import {
  content,
  expect,
  fillForm,
  functionUrl,
  openPage,
  sharedTabTest as test,
  visitor,
} from "../kit/site-fixtures.ts";
import { expectNoViolations } from "./axe.ts";

test("the error page has no accessibility violation", async ({ page, pageErrors }) => {
  await page.route("**/about", (route) => route.fulfill({ contentType: "text/html", body: "garbage" }));
  await page.setViewportSize({ width: 1280, height: 800 });
  await openPage(page, "/");
  await page.locator("header a[href='/about']").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unexpected Application Error!");
  await expectNoViolations(page);
  pageErrors.splice(0);
});

test("the open menu has no accessibility violation", async ({ page }) => {
  await openPage(page, "/about");
  await page.getByRole("button", { name: content.site.menu.open }).click();
  // Wider windows have no menu.
  await expectNoViolations(page, [390, 900]);
});

// The states differ in their words, not in what a wider window shows.
const phone = [390];

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
  await expectNoViolations(page, phone);

  await fillForm(page, { ...visitor, message: "x".repeat(1700) });
  await button.click();
  await expect(button).toHaveText("Sending...");
  await expectNoViolations(page, phone);

  await answer({ status: 400, json: {} });
  await expect(page.getByText("Something went wrong")).toBeVisible();
  await expectNoViolations(page, phone);
  pageErrors.splice(0);

  await button.click();
  await expect(button).toBeDisabled();
  await answer({ status: 200, json: { ok: true, reference: "ABC" } });
  await expect(page.getByText("Thank you for your inquiry!")).toBeVisible();
  await expectNoViolations(page, phone);
});
