import { startBuiltServer } from "../kit/built-server.ts";
import { content, expect, fillForm, sharedTabTest as test, visitor } from "../kit/site-fixtures.ts";

test.use({ javaScriptEnabled: false });

test.describe("without script", { tag: "@chromium" }, () => {
  test("without script the form is sent, acknowledged and cleared", async ({ page, server }) => {
    await page.goto("/contact");
    await fillForm(page, { ...visitor, name: "Nora Noscript" });
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page).toHaveURL("/contact#sent");
    await expect(page.getByText("Thank you for your inquiry!")).toBeInViewport();
    await expect(page.getByText("Something went wrong")).toBeHidden();
    await expect(page.locator("#name")).toHaveValue("");
    expect((await server.requests()).filter(({ name }) => name === "Nora Noscript")).toMatchObject([
      { ...visitor, name: "Nora Noscript", flags: [] },
    ]);
  });

  test("without script a rejected form comes back with every word and the reason", async ({ page, server }) => {
    await page.goto("/contact");
    // The browser accepts these values, but the studio does not.
    const typed = { ...visitor, name: `"Nell" & <Co>`, email: "nell@localhost", phone: "12" };
    await fillForm(page, typed);
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page).toHaveURL(/\/contact\?draft=[\w-]+#check$/);
    await expect(page.getByText("Check your answers")).toBeInViewport();
    await expect(page.locator("#check").getByRole("link")).toHaveText([
      "Enter an email address like name@example.com",
      "Enter a phone number like 780-555-0100",
    ]);
    await expect(page.locator("#phone-error")).toContainText("Enter a phone number like 780-555-0100");
    await expect(page.locator("#phone")).toHaveAttribute("aria-describedby", "phone-hint phone-error");
    await expect(page).toHaveTitle(/^Error: /);
    await expect(page.locator("#phone")).toHaveAttribute("aria-invalid", "true");
    for (const [field, value] of Object.entries(typed)) await expect(page.locator(`#${field}`)).toHaveValue(value);

    await page.locator("#check").getByRole("link").last().click();
    await expect(page.locator("#phone")).toBeFocused();
    await fillForm(page, { email: "nell@example.com", phone: "780.555.0102" });
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByText("Thank you for your inquiry!")).toBeVisible();
    expect((await server.requests()).filter(({ email }) => email === "nell@example.com")).toHaveLength(1);
  });

  test("without script a form that cannot be stored comes back with every word and the phone number", async ({
    page,
    pageErrors,
  }) => {
    const broken = await startBuiltServer({ DATA_DIR: "/dev/null/nowhere" });
    try {
      await page.goto(`${broken.origin}/contact`);
      await fillForm(page);
      await page.getByRole("button", { name: "Send Message" }).click();
      await expect(page).toHaveURL(/\/contact\?draft=[\w-]+#failed$/);
      await expect(page.getByText("Something went wrong")).toBeInViewport();
      await expect(page.getByText(content.pages.contact.form.failure.text).locator("a[href^='tel:']")).toBeVisible();
      await expect(page.getByText("Thank you for your inquiry!")).toBeHidden();
      for (const [field, value] of Object.entries(visitor)) await expect(page.locator(`#${field}`)).toHaveValue(value);
    } finally {
      await broken.stop();
    }
    expect(new Set(pageErrors.splice(0))).toEqual(new Set([`A request to ${broken.origin}`]));
  });
});
