import type { Page, Request } from "@playwright/test";
import { button, failure, summary, thanks, typed } from "./consultation-form.ts";
import {
  test as alone,
  expect,
  fillIn,
  functionCall,
  open,
  ready,
  shared as test,
  visitor,
  words,
} from "./fixtures.ts";

const { form, heading } = words.pages.contact;

/** Its edge is that of any other field. */
async function expectUnmarked(page: Page, field: string) {
  const edge = await page.locator("#message").evaluate((input) => getComputedStyle(input).borderLeftWidth);
  await expect(page.locator(`#${field}`)).toHaveCSS("border-left-width", edge);
}

const nothing = { name: "", email: "", phone: "", treatment: "", message: "" };

test("a request is thanked for, reaches the studio whole, and leaves nothing behind", async ({ page, server }) => {
  await open(page, "/contact");
  const name = "Ana Ruiz-Peña";
  await fillIn(page, { ...visitor, name: `  ${name} ` });
  await button(page).click();
  await expect(thanks(page)).toBeVisible();
  await expect(thanks(page)).toBeFocused();
  await expect(page.getByRole("status").filter({ has: thanks(page) })).toContainText("Thank you for your inquiry!");
  await expect(thanks(page)).toContainText(form.success.text);
  expect(await typed(page)).toEqual(nothing);
  for (const field of ["name", "email", "phone"]) await expectUnmarked(page, field);

  expect(server.requests().filter((request) => request.name === name)).toMatchObject([{ ...visitor, name, flags: [] }]);

  await expect(page).toHaveURL("/contact");
  expect(await page.context().cookies()).toEqual([]);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]));
  for (const value of Object.values(visitor)) expect(kept).not.toContain(value.slice(0, 12));
});

test("nothing is flagged before the first attempt, then every error in a focused summary and at its field", async ({
  page,
}) => {
  await open(page, "/contact");
  const title = await page.title();
  await page.locator("#email").fill("zoe");
  await page.locator("#phone").focus();
  await expect(page.locator("[aria-invalid]")).toHaveCount(0);
  await expectUnmarked(page, "email");

  await button(page).click();
  await expect(summary(page)).toBeFocused();
  await expect(summary(page).getByRole("alert")).toContainText("Check your answers");
  await expect(summary(page).getByRole("link")).toHaveText([
    "Enter your full name",
    "Enter an email address like name@example.com",
    "Enter your phone number",
  ]);
  await expect(page).toHaveTitle(`Error: ${title}`);
  await expect(page.locator("#email")).toHaveValue("zoe");
  for (const field of ["name", "email", "phone"]) {
    const input = page.locator(`#${field}`);
    await expect(input).toHaveAttribute("aria-invalid", "true");
    await expect(input).toHaveAttribute("aria-describedby", new RegExp(`${field}-error`));
    await expect(page.locator(`#${field}-error`)).toBeVisible();
  }

  await summary(page).getByRole("link", { name: "Enter your full name" }).click();
  await expect(page.locator("#name")).toBeFocused();
  await expect(summary(page)).toBeVisible();
  await page.keyboard.type("Z");
  await expect(page.locator("#name-error")).toBeHidden();
  await expect(page.locator("#name")).not.toHaveAttribute("aria-invalid");

  await page.locator("#email").press("End");
  await page.keyboard.type("@example");
  await expect(page.locator("#email-error")).toBeVisible();
  await page.keyboard.type(".com");
  await expect(page.locator("#email-error")).toBeHidden();
  await page.locator("#phone").fill("780-555-0100");
  await expect(summary(page)).toBeHidden();
  await expect(page).toHaveTitle(title);

  await page.locator("#phone").fill("12");
  await expect(page.locator("#phone-error")).toBeHidden();
  await page.locator("#message").focus();
  await expect(page.locator("#phone-error")).toHaveText(/Enter a phone number like 780-555-0100/);
});

test("while it is sent the button says so and nothing can be changed or sent twice", async ({ page }) => {
  const calls: Request[] = [];
  let let_go = () => {};
  await page.route(functionCall, async (route) => {
    calls.push(route.request());
    await new Promise<void>((resolve) => (let_go = resolve));
    await route.continue();
  });
  await open(page, "/contact");
  await fillIn(page);
  await button(page).click();
  await expect(button(page)).toHaveText("Sending...");
  await expect(button(page)).toBeDisabled();
  const heard = page.getByRole("status").filter({ hasText: "Sending..." });
  expect((await heard.boundingBox())?.width).toBeLessThanOrEqual(1);
  for (const field of Object.keys(visitor)) await expect(page.locator(`#${field}`)).toHaveAttribute("readonly");
  expect(await typed(page)).toEqual(visitor);
  await page.locator("#name").press("Enter");
  let_go();
  await expect(thanks(page)).toBeVisible();
  expect(calls).toHaveLength(1);
  await expect(button(page)).toHaveText("Send Message");
  await expect(page.locator("#name")).not.toHaveAttribute("readonly");
});

test("a double click makes one request", { tag: "@once" }, async ({ page, server }) => {
  await open(page, "/contact");
  await fillIn(page, { ...visitor, name: "Dee Double" });
  await button(page).dblclick();
  await expect(thanks(page)).toBeVisible();
  expect(server.requests().filter(({ name }) => name === "Dee Double")).toHaveLength(1);
});

test("the call has five keys and a key of its own that changes only with the words", { tag: "@chromium" }, async ({
  page,
  trouble,
}) => {
  const calls: { key: string | undefined; body: object }[] = [];
  await page.route(functionCall, (route) => {
    const { "idempotency-key": key } = route.request().headers();
    calls.push({ key, body: route.request().postDataJSON() });
    return route.fulfill({ status: 400, json: { ok: false } });
  });
  await open(page, "/contact");
  await fillIn(page, { name: "Zoë", email: "zoe@example.com", phone: "7805550100" });
  const attempt = async () => {
    const before = calls.length;
    await button(page).click();
    await expect.poll(() => calls.length).toBe(before + 1);
    await expect(failure(page)).toBeFocused();
  };
  await attempt();
  await attempt();
  await page.locator("#message").fill("One more thing.");
  await attempt();

  const [first, second, edited] = calls;
  expect(first?.body).toEqual({
    name: "Zoë",
    email: "zoe@example.com",
    phone: "7805550100",
    treatment: "",
    message: "",
  });
  expect(first?.key).toMatch(/^\w{16,}$/);
  expect(second?.key).toBe(first?.key);
  expect(edited?.key).not.toBe(first?.key);
  trouble.splice(0);
});

test("the thanks stay until they are dismissed", async ({ page }) => {
  await open(page, "/contact");
  await fillIn(page);
  await button(page).click();
  await expect(thanks(page)).toBeVisible();
  await thanks(page).getByRole("button", { name: form.dismiss }).click();
  await expect(thanks(page)).toBeHidden();
});

alone("a connection lost on the way to another page loses no word", async ({ page, context, trouble }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  const ahead = page.waitForResponse("**/about");
  await open(page, "/contact");
  await fillIn(page);
  await ahead;
  await page.locator("form").scrollIntoViewIfNeeded();
  await context.setOffline(true);
  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await page.locator("header a[href='/about']").click();
  await expect(page).toHaveURL("/about");
  await context.setOffline(false);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  expect(await typed(page)).toEqual(visitor);
  trouble.splice(0);
});

test("what is typed before the script has come stays when it does", async ({ page }) => {
  let let_go = () => {};
  await page.route("**/assets/form-*.js", async (route) => {
    await new Promise<void>((resolve) => (let_go = resolve));
    await route.continue();
  });
  await page.goto("/contact");
  await fillIn(page);
  await expect(page.locator("form[data-live]")).toHaveCount(0);
  let_go();
  await expect(page.locator("form[data-live]")).toBeVisible();
  expect(await typed(page)).toEqual(visitor);
});

test("a press before the script has come is answered by the browser, and the next one by the form", async ({
  page,
}) => {
  const arrival = Promise.withResolvers<void>();
  await page.route("**/assets/form-*.js", async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto("/contact");
  await page.locator("#message").fill(visitor.message);
  await button(page).click();
  await expect(page.locator("#name")).toBeFocused();
  arrival.resolve();
  await page.locator("form[data-live]").waitFor();
  await expect(page.locator("#message")).toHaveValue(visitor.message);
  await button(page).click();
  await expect(summary(page)).toBeFocused();
});

test("a whole form that is pressed before its script has come is sent once and thanked for", async ({
  page,
  server,
}) => {
  const arrival = Promise.withResolvers<void>();
  await page.route("**/assets/form-*.js", async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto("/contact");
  const early = { ...visitor, name: "Early Press" };
  await fillIn(page, early);
  await button(page).click();
  await expect(page).toHaveURL("/contact#sent");
  await expect(page.getByText("Thank you for your inquiry!")).toBeInViewport();
  arrival.resolve();
  await ready(page);
  await expect(thanks(page)).toBeVisible();
  expect(server.requests().filter(({ name }) => name === early.name)).toMatchObject([early]);
});

test("a notice is not there any more when the visitor comes back, her words are", async ({ page, trouble }) => {
  await page.route(functionCall, (route) => route.fulfill({ status: 400, json: {} }));
  await open(page, "/contact");
  await button(page).click();
  await expect(summary(page)).toBeVisible();
  await fillIn(page);
  await button(page).click();
  await expect(failure(page)).toBeVisible();
  await page.locator("form a[href='/privacy']").click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(words.pages.privacy.heading);
  await page.goBack();
  await expect(page).toHaveTitle(/^(?!Error)/);
  expect(await typed(page)).toEqual(visitor);
  await expect(failure(page)).toBeHidden();
  await expect(summary(page)).toBeHidden();
  trouble.splice(0);
});

test("the form's script is there when it is near, and runs when somebody moves", async ({ page }) => {
  const script = page.waitForRequest("**/assets/form-*.js");
  await page.goto("/contact");
  await script;
  await page.waitForTimeout(500);
  const live = page.locator("form[data-live]");
  await expect(live).toHaveCount(0);
  await page.locator("#name").focus();
  await expect(live).toBeVisible();
});

test("the form's script is fetched where there is a form, and on the way there", async ({ page }) => {
  const scripts: string[] = [];
  page.on("request", (request) => request.url().includes("/assets/form-") && scripts.push(request.url()));
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, "/about");
  await page.waitForTimeout(1500);
  expect(scripts).toEqual([]);
  await page.locator("header li a[href='/contact']").hover();
  await expect.poll(() => scripts.length).toBe(1);
});
