import type { Page } from "@playwright/test";
import { type BuiltServer, startBuiltServer } from "../kit/built-server.ts";
import { createNextRelease } from "../kit/next-release.ts";
import { expect, fillForm, functionUrl, openPage, sharedTabTest as test, visitor } from "../kit/site-fixtures.ts";
import { failureNotice, readFields, submitButton, successNotice } from "./consultation-form.ts";

/** Each journey ends with one stored request, or with an error and every word still in the form. */
test.describe("a request is stored once or kept in the form", { tag: ["@once", "@chromium"] }, () => {
  const newVisitor = () => ({ ...visitor, name: `Una ${crypto.randomUUID()}` });
  type Visitor = ReturnType<typeof newVisitor>;
  type Requests = Pick<BuiltServer, "requests">;
  const storedOf = async ({ requests }: Requests, { name }: Visitor) =>
    (await requests()).filter((one) => one.name === name);

  async function expectFieldsKept(page: Page, sender: Visitor) {
    await expect(failureNotice(page)).toBeVisible();
    await expect(successNotice(page)).toBeHidden();
    expect(await readFields(page)).toEqual(sender);
  }

  async function expectStoredOnce(page: Page, server: Requests, sender: Visitor) {
    await expect(successNotice(page)).toBeVisible();
    expect(await storedOf(server, sender)).toMatchObject([sender]);
  }

  test("a connection lost while sending costs nothing", async ({ page, context, server, pageErrors }) => {
    const sender = newVisitor();
    await openPage(page, "/contact");
    await fillForm(page, sender);
    // The request is stored, but its response is lost.
    await page.route(functionUrl, async (route) => {
      await route.fetch();
      await context.setOffline(true);
      await route.abort();
    });
    await submitButton(page).click();
    await expectFieldsKept(page, sender);
    await page.unroute(functionUrl);
    await context.setOffline(false);
    await submitButton(page).click();
    await expectStoredOnce(page, server, sender);
    pageErrors.splice(0);
  });

  test("a phone that sleeps while sending loses nothing", async ({ page, context, server, pageErrors }) => {
    const sender = newVisitor();
    await openPage(page, "/contact");
    await fillForm(page, sender);
    await page.evaluate(() => {
      const { timeout } = AbortSignal;
      AbortSignal.timeout = (patience) => timeout.call(AbortSignal, patience / 10);
    });
    const phone = await context.newCDPSession(page);
    let wake = () => {};
    const asleep = new Promise<void>((resolve) => {
      wake = resolve;
    });
    await page.route(functionUrl, async (route) => {
      const response = await route.fetch();
      await asleep;
      await route.fulfill({ response }).catch(() => {});
    });
    await submitButton(page).click();
    await expect.poll(async () => (await storedOf(server, sender)).length).toBe(1);
    await phone.send("Page.setWebLifecycleState", { state: "frozen" });
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await phone.send("Page.setWebLifecycleState", { state: "active" });
    // This is longer than the form's time limit, so it reports that it does not know.
    await expectFieldsKept(page, sender);
    wake();
    await page.unroute(functionUrl);
    await submitButton(page).click();
    await expectStoredOnce(page, server, sender);
    pageErrors.splice(0);
  });

  test("the same text sent from two tabs at once is stored once", async ({ page, context, server }) => {
    const sender = newVisitor();
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await openPage(tab, "/contact");
      await fillForm(tab, sender);
    }
    await Promise.all([submitButton(page).click(), submitButton(other).click()]);
    await expectStoredOnce(other, server, sender);
    await expectStoredOnce(page, server, sender);
    await other.close();
  });

  test("Back, Forward and reload after sending store nothing twice", async ({ page, server }) => {
    const sender = newVisitor();
    await openPage(page, "/contact");
    await fillForm(page, sender);
    await submitButton(page).click();
    await expectStoredOnce(page, server, sender);
    await page.goto("/robots.txt");
    await page.goBack();
    await page.reload();
    await expect(successNotice(page)).toBeHidden();
    await page.goForward();
    expect(await storedOf(server, sender)).toHaveLength(1);
  });

  test("a tab opened before a deployment can still send", async ({ browser, contextOptions }) => {
    const data = await startBuiltServer();
    const next = createNextRelease();
    const visit = await browser.newContext({ baseURL: data.origin, ...contextOptions });
    const page = await visit.newPage();
    const other = await visit.newPage();
    const [first, second] = [newVisitor(), newVisitor()];
    await openPage(page, "/contact");
    await fillForm(page, first);
    await openPage(other, "/about");
    await data.replaceWith({ BUILD_DIR: next.folder });
    await submitButton(page).click();
    await expectStoredOnce(page, data, first);
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
    await data.stop();
    next.remove();
  });
});
