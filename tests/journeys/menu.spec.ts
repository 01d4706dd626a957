import type { Page } from "@playwright/test";
import { content, expect, openPage, sharedTabTest as test } from "../kit/site-fixtures.ts";
import { expectNoViolations } from "./axe.ts";

const { menu, navigation, book } = content.site;
const label = (path: string) => navigation.find(({ to }) => to === path)?.label ?? "";

const toggle = (page: Page) => page.locator("header button");
const bar = (page: Page) => page.getByRole("navigation", { name: "Main" });
const link = (page: Page, name: string) => bar(page).getByRole("link", { name, exact: true });

async function expectOpen(page: Page) {
  await expect(toggle(page)).toHaveText(menu.close, { useInnerText: true });
  const links = bar(page).locator("xpath=ul/li/a[1] | .//a[@data-button and @href='/contact']");
  await expect(links.filter({ visible: true })).toHaveText([...navigation.map(({ label }) => label), book]);
  // They are one above the other.
  for (const edge of [label("/"), book]) await expect(link(page, edge)).toBeInViewport({ ratio: 1 });
}

async function expectClosed(page: Page) {
  await expect(toggle(page)).toHaveText(menu.open, { useInnerText: true });
  await expect(page.locator("#nav")).toBeHidden();
}

/** Expects the page behind the menu to be within reach of keyboard and assistive technology, or not. */
async function expectReachable(page: Page, isReachable: boolean) {
  await expect(page.locator(":is(main, footer):not([inert])")).toHaveCount(isReachable ? 2 : 0);
}

test("the menu opens and closes, announces its state, and leaves the page behind it alone", async ({ page }) => {
  await openPage(page, "/about");
  await test.step("by its toggle", async () => {
    await expectClosed(page);
    await expect(toggle(page)).toHaveAttribute("aria-expanded", "false");

    await toggle(page).click();
    await expectOpen(page);
    await expect(toggle(page)).toHaveAttribute("aria-expanded", "true");
    await expectReachable(page, false);
    // A tap beside the links is not a choice.
    await page.locator("#nav").click({ position: { x: 3, y: 3 } });
    await expectOpen(page);
    await page.mouse.move(200, 700);
    await page.mouse.wheel(0, 600);
    await page.waitForTimeout(200);
    expect(await page.evaluate(() => scrollY)).toBe(0);

    await toggle(page).click();
    await expectClosed(page);
    await expect(toggle(page)).toHaveAttribute("aria-expanded", "false");
    await expectReachable(page, true);
  });

  await test.step("by the keyboard, where Escape gives focus back", async () => {
    await toggle(page).focus();
    await page.keyboard.press("Enter");
    await expectOpen(page);
    await page.keyboard.press("Tab");
    await expect(link(page, label("/"))).toBeFocused();
    await page.keyboard.press("Escape");
    await expectClosed(page);
    await expect(toggle(page)).toBeFocused();

    await page.keyboard.press("Enter");
    await expectReachable(page, false);
    // From the last link the focus leaves the page, and begins again at its top, never behind the menu.
    for (let count = await page.locator("header a").count(); count >= 0; count--) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("main, footer")?.tagName)).toBeUndefined();
    }
    await toggle(page).click();
    await expectClosed(page);
    await expectReachable(page, true);
  });

  await test.step("by a link, even that of the current page", async () => {
    for (const path of ["/about", "/contact"]) {
      await toggle(page).click();
      await expectReachable(page, false);
      await link(page, label(path)).click();
      await expect(page).toHaveURL(path);
      await expectClosed(page);
      await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
      await expectReachable(page, true);
    }
    await page.goBack();
    await expect(page).toHaveURL("/about");
    await expectReachable(page, true);
  });
});

test("the open menu has no accessibility violation, and closes when the window grows wide", async ({ page }) => {
  await openPage(page, "/about");
  await toggle(page).click();
  await expectReachable(page, false);
  // Wider windows have no menu.
  await expectNoViolations(page, [390, 900]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectReachable(page, true);
  await expect(link(page, label("/contact"))).toBeInViewport();
});

async function useMenu(page: Page) {
  await page.goto("/about");
  await toggle(page).click();
  await expectOpen(page);
  await page.keyboard.press("Escape");
  await expectClosed(page);
  await expect(toggle(page)).toBeFocused();
  await toggle(page).click();
  await link(page, label("/treatments")).click();
  await expect(page).toHaveURL("/treatments");
  await expectClosed(page);
}

test("the menu works before the script has loaded", async ({ page }) => {
  await page.route("**/assets/*.js", () => {});
  await useMenu(page);
});

test.describe("without JavaScript", { tag: "@chromium" }, () => {
  test.use({ javaScriptEnabled: false });
  test("the menu works without script", ({ page }) => useMenu(page));
});
