import type { Page, Request } from "@playwright/test";
import { endpoint, mapFields } from "../../src/requests/request.ts";
import {
  content,
  errorSummary,
  expect,
  fillForm,
  functionUrl,
  hold,
  openPage,
  readFields,
  submitButton,
  successNotice,
  test,
  visitor,
  waitUntilReady,
} from "../kit/site-fixtures.ts";
import { expectNoViolationsSoFar } from "./accessibility.ts";

const { form } = content.pages.contact;

/** Expects the field to have the same border as any other. */
async function expectUnmarked(page: Page, field: string) {
  const edge = await page.locator("#message").evaluate((input) => getComputedStyle(input).borderLeftWidth);
  await expect(page.locator(`#${field}`)).toHaveCSS("border-left-width", edge);
}

const formScript = "**/assets/form-*.js";
const emptyForm = mapFields(() => "");

test("a request arrives complete, and thanks replace the form until it is wanted again", async ({ page, server }) => {
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
  await expectNoViolationsSoFar(page, [390], "form");
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

test("errors are shown only after the first attempt: in a focused summary and at each field", async ({ page }) => {
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
  await expectNoViolationsSoFar(page, [390], "form");
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
  page.on("request", (request) => request.url().endsWith(endpoint) && calls.push(request));
  const releaseRequest = await hold(page, functionUrl);
  await openPage(page, "/contact");
  const sender = { ...visitor, name: `Dee ${crypto.randomUUID()}` };
  await fillForm(page, sender);
  await submitButton(page).dblclick();
  await expect(submitButton(page)).toHaveText("Sending...");
  await expect(submitButton(page)).toBeDisabled();
  const statusMessage = page.getByRole("status").filter({ hasText: "Sending..." });
  expect((await statusMessage.boundingBox())?.width).toBeLessThanOrEqual(1);
  await expectNoViolationsSoFar(page, [390], "form");
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

test("words typed before the script has come are kept, and a click is answered in sight", async ({ page }) => {
  const comesNow = await hold(page, formScript);
  await page.goto("/contact");
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

test("a complete form submitted before its script has come is sent once and thanked for", async ({ page, server }) => {
  const comesNow = await hold(page, formScript);
  await page.goto("/contact");
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

test("the treatment a visitor came from is filled in, replaced, changed and cleared", async ({ page, server }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const treatment = page.locator("#treatment");
  const ticket = page.locator("[data-ticket]");
  const { about = "", change = "" } = form.ticket ?? {};
  const comeFrom = async (slug: string, name: string) => {
    await page.locator("header a[href='/treatments']").click();
    await page.locator(`main a[href='/treatments/${slug}']`).first().click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
    // Every link to the form: in the header, the page, the footer and the bottom bar.
    const links = page.locator("a[href^='/contact']:not([href*='#'], #nav li a)");
    await expect(links).toHaveCount(6);
    for (const link of await links.all()) await expect(link).toHaveAttribute("href", `/contact?about=${slug}`);
    await page.getByRole("main").locator("a[href^='/contact?about=']").first().click();
    await expect(page).toHaveURL(`/contact?about=${slug}`);
    await expect(treatment).toHaveValue(name);
    await expect(treatment).toBeHidden();
    await expect(ticket).toContainText(`${about} ${name}`);
    await waitUntilReady(page);
  };
  await openPage(page, "/");
  await comeFrom("blue-light", "Blue Light");
  await page.locator("#message").fill("In the evening");
  await ticket.getByText(change).click();
  await expect(ticket).toBeHidden();
  await expect(treatment).toBeFocused();
  await submitButton(page).click();
  await errorSummary(page).getByRole("link").first().click();
  await expect(treatment).toHaveValue("Blue Light");

  await comeFrom("lactic-peel", "Lactic Peel");
  await expect(page.locator("#message")).toHaveValue("In the evening");
  await ticket.getByText(change).click();
  await treatment.fill("Either of the two");
  await page.locator("header a[href='/about']").click();
  await expect(page).toHaveURL("/about");
  await page.goBack();
  await expect(treatment).toHaveValue("Either of the two");

  await fillForm(page, { name: "Fay Facial", email: "fay@example.com", phone: "780 555 0101" });
  await submitButton(page).click();
  await expect(successNotice(page)).toBeVisible();
  await expect(treatment).toHaveValue("");
  expect((await server.requests()).find(({ name }) => name === "Fay Facial")).toMatchObject({
    treatment: "Either of the two",
    message: "In the evening",
  });
});

test.describe("without script", { tag: "@chromium" }, () => {
  test.use({ javaScriptEnabled: false });

  test("a rejected form comes back with every word and the reason, and is sent", async ({ page, server }) => {
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

    // Where the server leads when it could not store a request.
    await page.goto("/contact#failed");
    await expect(page.getByText("Something went wrong")).toBeInViewport();
    await expect(page.getByText(form.failure.text).locator("a[href^='tel:']")).toBeVisible();
    await expect(page.getByText("Thank you for your inquiry!")).toBeHidden();
  });
});
