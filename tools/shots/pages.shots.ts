import { expect, type Page, test } from "@playwright/test";
import { listPages } from "../../src/content/page-list.ts";
import { readContent } from "../../src/content/read-content.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readFolders } from "../../src/settings/settings.ts";
import { fillForm, functionUrl, submitButton, visitor, waitUntilReady } from "../../tests/kit/site-fixtures.ts";

const { contentFolder } = readFolders(loadEnvironment());

for (const { path } of listPages(readContent(contentFolder)))
  takeShot(path.slice(1).replaceAll("/", "-") || "home", path);
takeShot("not-found", "/nope");
takeShot("failure", "/", openFailedPage);
takeShot("menu-open", "/", openMenu);
takeShot("contact-mistakes", "/contact", sendEmpty);
takeShot("contact-sending", "/contact", (page) => sendTo(page, undefined));
takeShot("contact-thanks", "/contact", (page) => sendTo(page, 200));
takeShot("contact-refused", "/contact", (page) => sendTo(page, 400));

/** Compares a page, or a state that only a visitor's action causes. */
function takeShot(name: string, path: string, prepare?: (page: Page) => Promise<unknown>) {
  test(name, async ({ page }) => {
    // The light of a page follows the hour, and the thanks name it.
    await page.clock.setFixedTime("2026-06-15T18:00:00Z");
    await page.goto(path);
    await prepare?.(page);
    await waitUntilStable(page);
    // An open menu covers the screen.
    await expect(page).toHaveScreenshot(`${name}.png`, { fullPage: name !== "menu-open" });
  });
}

/** Waits for what Playwright does not: the web font, and pictures that are not on the screen. */
async function waitUntilStable(page: Page) {
  // The mouse moves away, because an element under it might show its hover state or not yet.
  await page.mouse.move(0, 0);
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    await document.fonts.ready;
    const script = document.querySelector("[data-navigation]");
    while (script && document.body.dataset.font === undefined) await new Promise(requestAnimationFrame);
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    // The focus ring depends on whether a key or a tap came last, which varies on a slow machine.
    (document.activeElement as HTMLElement | null)?.blur();
    scrollTo({ top: 0, behavior: "instant" });
  });
}

async function sendEmpty(page: Page) {
  await waitUntilReady(page);
  await submitButton(page).click();
  await page.locator("[aria-invalid=true]").first().waitFor();
}

async function sendTo(page: Page, status: number | undefined) {
  await waitUntilReady(page);
  const json = { ok: true, reference: "SHOT" };
  await page.route(functionUrl, (route) => (status ? route.fulfill({ status, json }) : undefined));
  const { treatment: _, ...values } = visitor;
  await fillForm(page, values);
  const answered = status ? page.waitForResponse(functionUrl) : page.waitForRequest(functionUrl);
  await submitButton(page).click();
  await answered;
  await page.waitForTimeout(300);
}

async function openMenu(page: Page) {
  await waitUntilReady(page);
  const toggle = page.locator("header button");
  if (await toggle.isVisible()) await toggle.click();
}

async function openFailedPage(page: Page) {
  await waitUntilReady(page);
  await page.route("**/about", (route) => route.fulfill({ contentType: "text/html", body: "" }));
  const title = await page.title();
  await page.locator('footer a[href="/about"]').click();
  await page.waitForFunction((before) => document.title !== before, title);
}
