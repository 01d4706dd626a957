import type { Page } from "@playwright/test";
import { button, failure, thanks, typed } from "./consultation-form.ts";
import { expect, fillIn, functionCall, open, shared as test, visitor, words } from "./fixtures.ts";

const { form } = words.pages.contact;

test.describe("a request that was not acknowledged", () => {
  async function expectFailure(page: Page, trouble: string[]) {
    await button(page).click();
    await expect(failure(page)).toBeFocused();
    await expect(page.getByRole("alert").filter({ has: failure(page) })).toContainText("Something went wrong");
    await expect(failure(page)).toContainText(form.failure.text);
    await expect(failure(page).locator("a[href^='tel:']")).toBeVisible();
    await expect(thanks(page)).toBeHidden();
    expect(await typed(page)).toEqual(visitor);
    await expect(button(page)).toBeEnabled();
    const said = trouble.splice(0).join("\n");
    expect(said).not.toBe("");
    for (const value of Object.values(visitor)) expect(said).not.toContain(value.slice(0, 8));
  }

  test.beforeEach(async ({ page }) => {
    await open(page, "/contact");
    await fillIn(page);
  });

  test("keeps every word when the server is away, and goes through once it is back", async ({ page, trouble }) => {
    const keys: (string | undefined)[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST") keys.push(request.headers()["idempotency-key"]);
    });
    await page.route(functionCall, (route) => route.abort());
    await expectFailure(page, trouble);
    await page.unroute(functionCall);
    await button(page).click();
    await expect(thanks(page)).toBeVisible();
    await expect(failure(page)).toBeHidden();
    expect(keys.length).toBeGreaterThan(2);
    expect(new Set(keys).size).toBe(1);
  });

  test("keeps every word when the server fails", async ({ page, trouble }) => {
    await page.route(functionCall, (route) => route.fulfill({ status: 500, body: "no" }));
    await expectFailure(page, trouble);
  });

  test("keeps every word when a captive portal answers in the studio's place", { tag: "@once" }, async ({
    page,
    trouble,
  }) => {
    await page.route(functionCall, (route) =>
      route.fulfill({ status: 200, contentType: "text/html", body: "<h1>Welcome to the hotel</h1>" }),
    );
    await expectFailure(page, trouble);
  });

  test("keeps every word when the browser is offline", async ({ page, context, trouble }) => {
    await context.setOffline(true);
    await expectFailure(page, trouble);
  });

  test("keeps every word when no answer comes within fifteen seconds", async ({ page, trouble }) => {
    await page.evaluate(() => {
      const { timeout } = AbortSignal;
      AbortSignal.timeout = (patience) => timeout.call(AbortSignal, patience / 100);
    });
    await page.route(functionCall, () => {});
    await expectFailure(page, trouble);
  });

  test("its notice stays until it is dismissed", async ({ page, trouble }) => {
    await page.route(functionCall, (route) => route.fulfill({ status: 400, json: {} }));
    await expectFailure(page, trouble);
    await page.locator("#name").fill("Zoë");
    await expect(failure(page)).toBeVisible();
    await failure(page).getByRole("button", { name: form.dismiss }).click();
    await expect(failure(page)).toBeHidden();
    await expect(page.locator("#name")).toHaveValue("Zoë");
  });
});
