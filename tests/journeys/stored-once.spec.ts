import { join } from "node:path";
import type { Page } from "@playwright/test";
import { linkPackages } from "../../src/build/build-folder.ts";
import { endpoint } from "../../src/requests/request.ts";
import { writeNextRelease } from "../kit/next-release.ts";
import { type BuiltServer, startBuiltServer } from "../kit/server-process.ts";
import {
  content,
  expect,
  failureNotice,
  fillForm,
  functionUrl,
  openPage,
  readFields,
  submitButton,
  successNotice,
  test,
  visitor,
} from "../kit/site-fixtures.ts";
import { expectNoViolationsSoFar } from "./accessibility.ts";

const { form } = content.pages.contact;

/** Each journey ends with one stored request, or with an error and every word still in the form. */
test.describe("a request is stored once or kept in the form", { tag: ["@once", "@chromium"] }, () => {
  const newVisitor = () => ({ ...visitor, name: `Una ${crypto.randomUUID()}` });
  const storedOf = async (server: BuiltServer, sender: typeof visitor) =>
    (await server.requests()).filter(({ name }) => name === sender.name);

  test("Back, Forward and reload after sending store nothing twice", async ({ page, server }) => {
    const sender = newVisitor();
    await openPage(page, "/contact");
    await fillForm(page, sender);
    await submitButton(page).click();
    await expect(successNotice(page)).toBeVisible();
    await page.goto("/robots.txt");
    await page.goBack();
    await page.reload();
    await expect(successNotice(page)).toBeHidden();
    await page.goForward();
    expect(await storedOf(server, sender)).toMatchObject([sender]);
  });

  test("a tab opened before a deployment can still send", async ({ browser, contextOptions }) => {
    await using data = await startBuiltServer();
    const next = test.info().outputPath("next");
    writeNextRelease(join(next, "current"), "the-next");
    linkPackages(next);
    const visit = await browser.newContext({ baseURL: data.origin, ...contextOptions });
    const page = await visit.newPage();
    const other = await visit.newPage();
    const [first, second] = [newVisitor(), newVisitor()];
    await openPage(page, "/contact");
    await fillForm(page, first);
    await openPage(other, "/about");
    await data.replaceWith({ BUILD_DIR: next });
    await submitButton(page).click();
    await expect(successNotice(page)).toBeVisible();
    expect(await storedOf(data, first)).toMatchObject([first]);
    // The form's script has another name now, and the old one is gone.
    await other
      .locator("a[href='/contact']")
      .first()
      .evaluate((link: HTMLAnchorElement) => link.click());
    await expect(other).toHaveURL("/contact");
    await fillForm(other, second);
    await submitButton(other).click();
    await expect(successNotice(other).or(other.getByText("Thank you for your inquiry!")).first()).toBeVisible();
    expect(await storedOf(data, second)).toHaveLength(1);
    await visit.close();
  });
});

async function expectFailure(page: Page, pageErrors: string[]) {
  await submitButton(page).click();
  await expect(failureNotice(page)).toBeFocused();
  await expect(page.getByRole("alert").filter({ has: failureNotice(page) })).toContainText("Something went wrong");
  await expect(failureNotice(page)).toContainText(form.failure.text);
  await expect(failureNotice(page).locator("a[href^='tel:']")).toBeVisible();
  await expect(successNotice(page)).toBeHidden();
  expect(await readFields(page), "every word stays in the form").toEqual(visitor);
  await expect(submitButton(page)).toBeEnabled();
  const logged = pageErrors.splice(0).join("\n");
  expect(logged).not.toBe("");
  for (const value of Object.values(visitor)) expect(logged).not.toContain(value.slice(0, 8));
}

test("the form keeps every word of a request that was not acknowledged, and sends it again under one key until its text changes", {
  tag: "@once",
}, async ({ page, context, server, pageErrors }) => {
  const keys: (string | undefined)[] = [];
  page.on("request", (request) => {
    if (request.url().endsWith(endpoint)) keys.push(request.headers()["idempotency-key"]);
  });
  await openPage(page, "/contact");
  await fillForm(page);
  // The next failure is a notice of its own only if this one is gone.
  const dismiss = async () => {
    await failureNotice(page).getByRole("button", { name: form.dismiss }).click();
    await expect(failureNotice(page)).toBeHidden();
  };
  await test.step("a captive portal answers instead of the studio", async () => {
    await page.route(functionUrl, (route) =>
      route.fulfill({ status: 200, contentType: "text/html", body: "<h1>Welcome to the hotel</h1>" }),
    );
    await expectFailure(page, pageErrors);
    await expectNoViolationsSoFar(page, [390], "form");
    await page.unroute(functionUrl);
    await dismiss();
  });
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
  await test.step("the visitor reads on and comes back", async () => {
    await page.locator("#name").fill(visitor.name);
    await expect(failureNotice(page)).toBeVisible();
    await page.locator("form a[href='/privacy']").click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(content.pages.privacy.heading);
    await page.goBack();
    await expect(page).toHaveTitle(/^(?!Error)/);
    expect(await readFields(page)).toEqual(visitor);
    await expect(failureNotice(page)).toBeHidden();
  });
  await test.step("it is sent after all, with another word", async () => {
    const message = `One more thing: ${crypto.randomUUID()}`;
    await page.locator("#message").fill(message);
    await submitButton(page).click();
    await expect(successNotice(page)).toBeVisible();
    await expect(failureNotice(page)).toBeHidden();
    const [first, second, sent] = keys;
    expect(first).toMatch(/^\w{16,}$/);
    expect(second, "pressing Send again must not store the text twice").toBe(first);
    expect(sent, "a changed text needs a key of its own, or it is not stored").not.toBe(first);
    expect(keys).toHaveLength(3);
    expect((await server.requests()).filter((one) => one.message === message)).toMatchObject([{ ...visitor, message }]);
  });
});
