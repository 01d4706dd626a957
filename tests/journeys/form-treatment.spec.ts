import type { Page } from "@playwright/test";
import { content, expect, fillForm, openPage, sharedTabTest as test, waitUntilReady } from "../kit/site-fixtures.ts";
import { errorSummary, submitButton, successNotice } from "./consultation-form.ts";

test.describe("the treatment a visitor came from", () => {
  const arriveFrom = async (page: Page, name: string) => {
    await page.locator("header a[href='/treatments']").click();
    await page.locator("section li").getByRole("link", { name, exact: false }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await page.getByRole("main").locator("a[href='/contact']").click();
    await expect(page).toHaveURL("/contact");
  };

  test.use({ viewport: { width: 1280, height: 800 } });

  test("the treatment is filled in, can be changed, and is cleared after sending", async ({ page, server }) => {
    await openPage(page, "/treatments/sea-clay-facial");
    await page.getByRole("link", { name: content.treatments.get("sea-clay-facial")?.button ?? "" }).click();
    await expect(page).toHaveURL("/contact");
    const treatment = page.locator("#treatment");
    await expect(treatment).toHaveValue("Sea Clay Facial");
    await expect(treatment).toBeEditable();

    await waitUntilReady(page);
    await submitButton(page).click();
    await errorSummary(page).getByRole("link").first().click();
    await expect(treatment).toHaveValue("Sea Clay Facial");

    await treatment.fill("Sea Clay Facial for two");
    await fillForm(page, { name: "Fay Facial", email: "fay@example.com", phone: "780 555 0101" });
    await submitButton(page).click();
    await expect(successNotice(page)).toBeVisible();
    await expect(treatment).toHaveValue("");
    expect((await server.requests()).find(({ name }) => name === "Fay Facial")).toMatchObject({
      treatment: "Sea Clay Facial for two",
    });
  });

  test("the treatment is replaced by the next one, and Back restores the visitor's own text", async ({ page }) => {
    await openPage(page, "/");
    const treatment = page.locator("#treatment");
    await arriveFrom(page, "Blue Light");
    await expect(treatment).toHaveValue("Blue Light");
    await page.locator("#message").fill("In the evening");

    await arriveFrom(page, "Lactic Peel");
    await expect(treatment).toHaveValue("Lactic Peel");
    await expect(page.locator("#message")).toHaveValue("In the evening");

    await treatment.fill("Either of the two");
    await page.locator("header a[href='/about']").click();
    await expect(page).toHaveURL("/about");
    await page.goBack();
    await expect(treatment).toHaveValue("Either of the two");
  });
});
