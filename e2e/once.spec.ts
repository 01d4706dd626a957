import type { Page } from "@playwright/test";
import { button, failure, thanks, typed } from "./consultation-form.ts";
import { expect, fillIn, functionCall, open, test, visitor } from "./fixtures.ts";
import { writeNextBuild } from "./next-build.ts";
import { startServer } from "./server.ts";

/** Thanked means one stored request, and not thanked means that every word is still there. */
test.describe("whatever happens to a phone", { tag: ["@once", "@chromium"] }, () => {
  const newVisitor = () => ({ ...visitor, name: `Una ${crypto.randomUUID()}` });
  type Visitor = ReturnType<typeof newVisitor>;
  type Requests = { requests(): Record<string, unknown>[] };
  const storedOf = ({ requests }: Requests, { name }: Visitor) => requests().filter((one) => one.name === name);

  async function expectKept(page: Page, she: Visitor) {
    await expect(failure(page)).toBeVisible();
    await expect(thanks(page)).toBeHidden();
    expect(await typed(page)).toEqual(she);
  }

  async function expectOnce(page: Page, server: Requests, she: Visitor) {
    await expect(thanks(page)).toBeVisible();
    expect(storedOf(server, she)).toMatchObject([she]);
  }

  test("a connection lost in the middle of sending", async ({ page, context, server, trouble }) => {
    const she = newVisitor();
    await open(page, "/contact");
    await fillIn(page, she);
    // The studio has it; the phone never hears so.
    await page.route(functionCall, async (route) => {
      await route.fetch();
      await context.setOffline(true);
      await route.abort();
    });
    await button(page).click();
    await expectKept(page, she);
    await page.unroute(functionCall);
    await context.setOffline(false);
    await button(page).click();
    await expectOnce(page, server, she);
    trouble.splice(0);
  });

  test("a phone that sleeps while it sends", async ({ page, context, server, trouble }) => {
    const she = newVisitor();
    await open(page, "/contact");
    await fillIn(page, she);
    await page.evaluate(() => {
      const { timeout } = AbortSignal;
      AbortSignal.timeout = (patience) => timeout.call(AbortSignal, patience / 10);
    });
    const phone = await context.newCDPSession(page);
    let wake = () => {};
    const asleep = new Promise<void>((resolve) => {
      wake = resolve;
    });
    await page.route(functionCall, async (route) => {
      const response = await route.fetch();
      await asleep;
      await route.fulfill({ response }).catch(() => {});
    });
    await button(page).click();
    await expect.poll(() => storedOf(server, she).length).toBe(1);
    await phone.send("Page.setWebLifecycleState", { state: "frozen" });
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await phone.send("Page.setWebLifecycleState", { state: "active" });
    // Longer than it has patience for: it cannot know, and says so.
    await expectKept(page, she);
    wake();
    await page.unroute(functionCall);
    await button(page).click();
    await expectOnce(page, server, she);
    trouble.splice(0);
  });

  test("the same words sent from two tabs at once", async ({ page, context, server }) => {
    const she = newVisitor();
    const other = await context.newPage();
    for (const tab of [page, other]) {
      await open(tab, "/contact");
      await fillIn(tab, she);
    }
    await Promise.all([button(page).click(), button(other).click()]);
    await expectOnce(other, server, she);
    await expectOnce(page, server, she);
  });

  test("back, forward and reload after sending", async ({ page, server }) => {
    const she = newVisitor();
    await open(page, "/contact");
    await fillIn(page, she);
    await button(page).click();
    await expectOnce(page, server, she);
    await page.goto("/about");
    await page.goBack();
    await page.reload();
    await page.goForward();
    await page.goBack();
    await expect(thanks(page)).toBeHidden();
    expect(storedOf(server, she)).toHaveLength(1);
  });

  test("a tab from before a deploy", async ({ browser }) => {
    const data = await startServer();
    const next = writeNextBuild();
    const page = await browser.newPage({ baseURL: data.origin });
    const other = await browser.newPage({ baseURL: data.origin });
    const [she, second] = [newVisitor(), newVisitor()];
    await open(page, "/contact");
    await fillIn(page, she);
    await open(other, "/about");
    await data.replaced({ BUILD_DIR: next.folder });
    await button(page).click();
    await expectOnce(page, data, she);
    // Its script has another name now, and the old one is gone.
    await other
      .locator("a[href='/contact']")
      .first()
      .evaluate((link: HTMLAnchorElement) => link.click());
    await expect(other).toHaveURL("/contact");
    await fillIn(other, second);
    await button(other).click();
    await expect(thanks(other).or(other.getByText("Thank you for your inquiry!")).first()).toBeVisible();
    expect(storedOf(data, second)).toHaveLength(1);
    for (const tab of [page, other]) await tab.close();
    await data.stop();
    next.remove();
  });
});
