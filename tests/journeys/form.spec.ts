import type { Page, Request } from "@playwright/test";
import { mapFields } from "../../src/requests/request.ts";
import {
  content,
  errorSummary,
  expect,
  fillForm,
  functionUrl,
  openPage,
  readFields,
  submitButton,
  successNotice,
  test,
  visitor,
  waitUntilReady,
} from "../kit/site-fixtures.ts";
import { expectNoViolations } from "./accessibility.ts";

const { form } = content.pages.contact;

/** Expects the field to have the same border as any other. */
async function expectUnmarked(page: Page, field: string) {
  const edge = await page.locator("#message").evaluate((input) => getComputedStyle(input).borderLeftWidth);
  await expect(page.locator(`#${field}`)).toHaveCSS("border-left-width", edge);
}

const emptyForm = mapFields(() => "");

test("a request reaches the studio complete, and thanks replace the form until it is asked for again, empty", async ({
  page,
  server,
}) => {
  await openPage(page, "/contact");
  const name = "Ana Ruiz-Peña";
  await fillForm(page, { ...visitor, name: `  ${name} ` });
  await submitButton(page).click();
  await expect(successNotice(page)).toBeVisible();
  await expect(successNotice(page)).toBeFocused();
  await expect(page.getByRole("status").filter({ has: successNotice(page) })).toContainText(
    "Thank you for your inquiry!",
  );
  await expect(successNotice(page)).toContainText(form.success.text);
  await expect(successNotice(page).getByRole("heading")).toBeInViewport();
  await expect(submitButton(page)).toBeHidden();
  await expect(page.getByRole("heading", { name: form.heading })).toBeHidden();
  await expectNoViolations(page, [390], "form");
  expect(await readFields(page)).toEqual(emptyForm);
  for (const field of ["name", "email", "phone"]) await expectUnmarked(page, field);

  expect((await server.requests()).filter((request) => request.name === name)).toMatchObject([
    { ...visitor, name, flags: [] },
  ]);

  await expect(page).toHaveURL("/contact");
  expect(await page.context().cookies()).toEqual([]);
  const storedState = await page.evaluate(() =>
    JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
  );
  for (const value of Object.values(visitor)) expect(storedState).not.toContain(value.slice(0, 12));

  await successNotice(page).getByRole("link", { name: form.dismiss }).click();
  await expect(successNotice(page)).toBeHidden();
  await expect(page.locator("#name")).toBeFocused();
  await expect(submitButton(page)).toBeVisible();
});

test("no error is shown before the first attempt, then every error in a focused summary and at its field", async ({
  page,
}) => {
  await openPage(page, "/contact");
  const title = await page.title();
  await page.locator("#email").fill("zoe");
  await page.locator("#phone").focus();
  await expect(page.locator("[aria-invalid]")).toHaveCount(0);
  await expectUnmarked(page, "email");

  await submitButton(page).click();
  await expect(errorSummary(page)).toBeFocused();
  await expect(errorSummary(page).getByRole("alert")).toContainText("Check your answers");
  await expect(errorSummary(page).getByRole("link")).toHaveText([
    "Enter your full name",
    "Enter an email address like name@example.com",
    "Enter your phone number",
  ]);
  await expect(page).toHaveTitle(`Error: ${title}`);
  await expect(page.locator("#email")).toHaveValue("zoe");
  // A long message also shows how much room is left.
  await page.locator("#message").fill("x".repeat(1700));
  await expectNoViolations(page, [390], "form");
  for (const field of ["name", "email", "phone"]) {
    const input = page.locator(`#${field}`);
    await expect(input).toHaveAttribute("aria-invalid", "true");
    await expect(input).toHaveAttribute("aria-describedby", new RegExp(`${field}-error`));
    await expect(page.locator(`#${field}-error`)).toBeVisible();
  }

  await errorSummary(page).getByRole("link", { name: "Enter your full name" }).click();
  await expect(page.locator("#name")).toBeFocused();
  await expect(errorSummary(page)).toBeVisible();
  await page.keyboard.type("Z");
  await expect(page.locator("#name-error")).toBeHidden();
  await expect(page.locator("#name")).not.toHaveAttribute("aria-invalid");

  await page.locator("#email").press("End");
  await page.keyboard.type("@example");
  await expect(page.locator("#email-error")).toBeVisible();
  await page.keyboard.type(".com");
  await expect(page.locator("#email-error")).toBeHidden();
  await page.locator("#phone").fill("780-555-0100");
  await expect(errorSummary(page)).toBeHidden();
  await expect(page).toHaveTitle(title);

  await page.locator("#phone").fill("12");
  await expect(page.locator("#phone-error")).toBeHidden();
  await page.locator("#message").focus();
  await expect(page.locator("#phone-error")).toHaveText(/Enter a phone number like 780-555-0100/);
});

test("while a request is being sent the button says so, and nothing can be changed or sent twice", {
  tag: "@once",
}, async ({ page, server }) => {
  const calls: Request[] = [];
  let releaseRequest = () => {};
  await page.route(functionUrl, async (route) => {
    calls.push(route.request());
    await new Promise<void>((resolve) => (releaseRequest = resolve));
    await route.continue();
  });
  await openPage(page, "/contact");
  const sender = { ...visitor, name: `Dee ${crypto.randomUUID()}` };
  await fillForm(page, sender);
  await submitButton(page).dblclick();
  await expect(submitButton(page)).toHaveText("Sending...");
  await expect(submitButton(page)).toBeDisabled();
  const statusMessage = page.getByRole("status").filter({ hasText: "Sending..." });
  expect((await statusMessage.boundingBox())?.width).toBeLessThanOrEqual(1);
  await expectNoViolations(page, [390], "form");
  for (const field of Object.keys(visitor)) await expect(page.locator(`#${field}`)).toHaveAttribute("readonly");
  expect(await readFields(page)).toEqual(sender);
  await page.locator("#name").press("Enter");
  releaseRequest();
  await expect(successNotice(page)).toBeVisible();
  expect(calls).toHaveLength(1);
  expect((await server.requests()).filter(({ name }) => name === sender.name)).toHaveLength(1);
  await expect(submitButton(page)).toHaveText("Send Message");
  await expect(page.locator("#name")).not.toHaveAttribute("readonly");
});

/** Opens the form while its script has not come yet, and returns what lets it come. */
async function openWithoutScript(page: Page) {
  const arrival = Promise.withResolvers<void>();
  await page.route("**/assets/form-*.js", async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto("/contact");
  return arrival.resolve;
}

test("text typed before the script has loaded is kept, and a click answered by the form's own summary, clear of the header", async ({
  page,
}) => {
  const comesNow = await openWithoutScript(page);
  const typed = { ...visitor, name: "" };
  await fillForm(page, typed);
  await submitButton(page).click();
  await expect(page.locator("form")).toHaveAttribute("data-pressed");
  await expect(page.locator("form[data-live]")).toHaveCount(0);
  // The browser's own message would have moved the focus to the first field.
  await expect(page.locator("#name")).not.toBeFocused();
  comesNow();
  await expect(errorSummary(page)).toBeFocused();
  expect(await readFields(page)).toEqual(typed);
  await errorSummary(page).getByRole("link").first().click();
  const label = await page.locator("label[for=name]").boundingBox();
  const header = await page.getByRole("banner").boundingBox();
  expect(label?.y).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0));
});

test("a complete form that is submitted before its script has loaded is sent once and acknowledged", async ({
  page,
  server,
}) => {
  const comesNow = await openWithoutScript(page);
  const early = { ...visitor, name: "Early Press" };
  await fillForm(page, early);
  await submitButton(page).click();
  await expect(page).toHaveURL(/\/contact\?draft=[\w-]+#sent$/);
  await expect(page.getByText("Thank you for your inquiry!")).toBeInViewport();
  comesNow();
  await waitUntilReady(page);
  await expect(successNotice(page)).toBeVisible();
  expect((await server.requests()).filter(({ name }) => name === early.name)).toMatchObject([early]);
});

test.describe("the treatment a visitor came from", () => {
  const arriveFrom = async (page: Page, name: string) => {
    await page.locator("header a[href='/treatments']").click();
    await page.locator("section li").getByRole("link", { name, exact: false }).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    await page.getByRole("main").locator("a[href^='/contact?about=']").first().click();
    await expect(page.locator("#form-heading")).toBeVisible();
  };
  const ticket = (page: Page) => page.locator("[data-ticket]");
  const { about = "", change = "" } = form.ticket ?? {};

  test.use({ viewport: { width: 1280, height: 800 } });

  /** Every link to the form on a treatment's page: in the header, the page, the footer and the bottom bar. */
  const bookLinks = "a[href^='/contact']:not([href*='#'], #nav li a)";

  test("the treatment is filled in, can be changed, and is cleared after sending", async ({ page, server }) => {
    await openPage(page, "/treatments");
    await page.locator("main a[href='/treatments/sea-clay-facial']").first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sea Clay Facial");
    const links = page.locator(bookLinks);
    await expect(links).toHaveCount(6);
    for (const link of await links.all()) await expect(link).toHaveAttribute("href", "/contact?about=sea-clay-facial");
    await page
      .getByRole("link", { name: content.treatments.get("sea-clay-facial")?.button ?? "" })
      .first()
      .click();
    await expect(page).toHaveURL("/contact?about=sea-clay-facial");
    const treatment = page.locator("#treatment");
    await expect(treatment).toHaveValue("Sea Clay Facial");
    await expect(treatment).toBeHidden();
    await expect(ticket(page)).toContainText(`${about} Sea Clay Facial`);

    await waitUntilReady(page);
    await ticket(page).getByText(change).click();
    await expect(ticket(page)).toBeHidden();
    await expect(treatment).toBeFocused();
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
    await ticket(page).getByText(change).click();

    await arriveFrom(page, "Lactic Peel");
    await expect(treatment).toHaveValue("Lactic Peel");
    await expect(page.locator("#message")).toHaveValue("In the evening");
    await expect(ticket(page)).toContainText(`${about} Lactic Peel`);

    await ticket(page).getByText(change).click();
    await treatment.fill("Either of the two");
    await page.locator("header a[href='/about']").click();
    await expect(page).toHaveURL("/about");
    await page.goBack();
    await expect(treatment).toHaveValue("Either of the two");
  });
});

test.describe("without script", { tag: "@chromium" }, () => {
  test.use({ javaScriptEnabled: false });

  test("a rejected form comes back with every word and the reason, and is sent with the treatment it came from", async ({
    page,
    server,
  }) => {
    await page.goto("/treatments/lactic-peel");
    await page.locator("main a[href^='/contact?about=']").first().click();
    await expect(page.locator("[data-ticket]")).toContainText("Lactic Peel");
    // The browser accepts these values, but the studio does not.
    const typed = { name: `"Nell" & <Co>`, email: "nell@localhost", phone: "12", message: visitor.message };
    await fillForm(page, typed);
    await submitButton(page).click();
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
    await submitButton(page).click();
    await expect(page).toHaveURL(/\/contact\?draft=[\w-]+#sent$/);
    await expect(page.getByText("Thank you for your inquiry!")).toBeInViewport();
    await expect(page.getByText("Something went wrong")).toBeHidden();
    await expect(page.locator("#name")).toHaveValue("");
    const corrected = {
      ...typed,
      email: "nell@example.com",
      phone: "780.555.0102",
      treatment: "Lactic Peel",
      flags: [],
    };
    expect((await server.requests()).filter(({ name }) => name === typed.name)).toMatchObject([corrected]);
  });

  test("a form that could not be stored leads to the phone number", async ({ page }) => {
    await page.goto("/contact#failed");
    await expect(page.getByText("Something went wrong")).toBeInViewport();
    await expect(page.getByText(form.failure.text).locator("a[href^='tel:']")).toBeVisible();
    await expect(page.getByText("Thank you for your inquiry!")).toBeHidden();
  });
});
