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

test("the form keeps every word of a request that was not acknowledged, and is sent once the server is back", {
  tag: "@once",
}, async ({ page, context, pageErrors }) => {
  const keys: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") keys.push(request.headers()["idempotency-key"]);
  });
  await openPage(page, "/contact");
  await fillForm(page);
  // The next failure is a notice of its own only if this one is gone.
  const dismiss = async () => {
    await failureNotice(page).getByRole("button", { name: form.dismiss }).click();
    await expect(failureNotice(page)).toBeHidden();
  };
  const answers: Record<string, Parameters<Page["route"]>[1]> = {
    "the server is down": (route) => route.abort(),
    "the server fails": (route) => route.fulfill({ status: 500, body: "no" }),
    "a captive portal answers instead of the studio": (route) =>
      route.fulfill({ status: 200, contentType: "text/html", body: "<h1>Welcome to the hotel</h1>" }),
  };
  for (const [name, answer] of Object.entries(answers)) {
    await test.step(name, async () => {
      await page.route(functionUrl, answer);
      await expectFailure(page, pageErrors);
      await page.unroute(functionUrl);
      await dismiss();
    });
  }
  await test.step("the browser is offline", async () => {
    await context.setOffline(true);
    await expectFailure(page, pageErrors);
    await context.setOffline(false);
    await dismiss();
  });
  await test.step("no response comes within fifteen seconds", async () => {
    await page.evaluate(() => {
      const { timeout } = AbortSignal;
      AbortSignal.timeout = (patience) => {
        AbortSignal.timeout = timeout;
        return AbortSignal.timeout(patience / 100);
      };
    });
    await page.route(functionUrl, () => {});
    await expectFailure(page, pageErrors);
    await page.unroute(functionUrl);
  });
  await test.step("it is sent after all", async () => {
    await submitButton(page).click();
    await expect(successNotice(page)).toBeVisible();
    await expect(failureNotice(page)).toBeHidden();
    expect(keys.length).toBeGreaterThan(7);
    expect(new Set(keys).size).toBe(1);
  });
});

test("the failure notice stays until it is dismissed, and is gone when the visitor comes back", async ({
  page,
  pageErrors,
}) => {
  await page.route(functionUrl, (route) => route.fulfill({ status: 400, json: {} }));
  await openPage(page, "/contact");
  await submitButton(page).click();
  await expect(page.locator("#check")).toBeVisible();
  await fillForm(page);
  await expectFailure(page, pageErrors);
  await page.locator("#name").fill("Zoë");
  await expect(failureNotice(page)).toBeVisible();
  await failureNotice(page).getByRole("button", { name: form.dismiss }).click();
  await expect(failureNotice(page)).toBeHidden();
  await expect(page.locator("#name")).toHaveValue("Zoë");

  await page.locator("#name").fill(visitor.name);
  await expectFailure(page, pageErrors);
  await page.locator("form a[href='/privacy']").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(content.pages.privacy.heading);
  await page.goBack();
  await expect(page).toHaveTitle(/^(?!Error)/);
  expect(await readFields(page)).toEqual(visitor);
  await expect(failureNotice(page)).toBeHidden();
  await expect(page.locator("#check")).toBeHidden();
});
