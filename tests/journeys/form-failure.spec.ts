import type { Page } from "@playwright/test";
import {
  content,
  expect,
  fillForm,
  functionUrl,
  openPage,
  sharedTabTest as test,
  visitor,
} from "../kit/site-fixtures.ts";
import { failureNotice, readFields, submitButton, successNotice } from "./consultation-form.ts";

const { form } = content.pages.contact;

test.describe("a request that was not acknowledged", () => {
  async function expectFailure(page: Page, pageErrors: string[]) {
    await submitButton(page).click();
    await expect(failureNotice(page)).toBeFocused();
    await expect(page.getByRole("alert").filter({ has: failureNotice(page) })).toContainText("Something went wrong");
    await expect(failureNotice(page)).toContainText(form.failure.text);
    await expect(failureNotice(page).locator("a[href^='tel:']")).toBeVisible();
    await expect(successNotice(page)).toBeHidden();
    expect(await readFields(page)).toEqual(visitor);
    await expect(submitButton(page)).toBeEnabled();
    const logged = pageErrors.splice(0).join("\n");
    expect(logged).not.toBe("");
    for (const value of Object.values(visitor)) expect(logged).not.toContain(value.slice(0, 8));
  }

  test.beforeEach(async ({ page }) => {
    await openPage(page, "/contact");
    await fillForm(page);
  });

  test("the form keeps every word when the server is down, and is sent once it is back", async ({
    page,
    pageErrors,
  }) => {
    const keys: (string | undefined)[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") keys.push(request.headers()["idempotency-key"]);
    });
    await page.route(functionUrl, (route) => route.abort());
    await expectFailure(page, pageErrors);
    await page.unroute(functionUrl);
    await submitButton(page).click();
    await expect(successNotice(page)).toBeVisible();
    await expect(failureNotice(page)).toBeHidden();
    expect(keys.length).toBeGreaterThan(2);
    expect(new Set(keys).size).toBe(1);
  });

  test("the form keeps every word when the server fails", async ({ page, pageErrors }) => {
    await page.route(functionUrl, (route) => route.fulfill({ status: 500, body: "no" }));
    await expectFailure(page, pageErrors);
  });

  test("the form keeps every word when a captive portal answers instead of the studio", { tag: "@once" }, async ({
    page,
    pageErrors,
  }) => {
    await page.route(functionUrl, (route) =>
      route.fulfill({ status: 200, contentType: "text/html", body: "<h1>Welcome to the hotel</h1>" }),
    );
    await expectFailure(page, pageErrors);
  });

  test("the form keeps every word when the browser is offline", async ({ page, context, pageErrors }) => {
    await context.setOffline(true);
    await expectFailure(page, pageErrors);
  });

  test("the form keeps every word when no response comes within fifteen seconds", async ({ page, pageErrors }) => {
    await page.evaluate(() => {
      const { timeout } = AbortSignal;
      AbortSignal.timeout = (patience) => timeout.call(AbortSignal, patience / 100);
    });
    await page.route(functionUrl, () => {});
    await expectFailure(page, pageErrors);
  });

  test("the failure notice stays until it is dismissed", async ({ page, pageErrors }) => {
    await page.route(functionUrl, (route) => route.fulfill({ status: 400, json: {} }));
    await expectFailure(page, pageErrors);
    await page.locator("#name").fill("Zoë");
    await expect(failureNotice(page)).toBeVisible();
    await failureNotice(page).getByRole("button", { name: form.dismiss }).click();
    await expect(failureNotice(page)).toBeHidden();
    await expect(page.locator("#name")).toHaveValue("Zoë");
  });
});
