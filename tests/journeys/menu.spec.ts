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

/** Expects the page behind the menu to be there for assistive technology, or not, without a key having been pressed. */
async function expectPageBehind(page: Page, count: 0 | 1) {
  await expect(page.getByRole("main")).toHaveCount(count);
  await expect(page.getByRole("contentinfo")).toHaveCount(count);
  // Making the page inert would style all of it again, for every tap.
  await expect(page.locator("[inert]")).toHaveCount(0);
}

test("the menu opens and closes, announces its state, and leaves the page behind it alone", async ({ page }) => {
  await openPage(page, "/about");
  await test.step("by its toggle", async () => {
    await expectClosed(page);
    await expect(toggle(page)).toHaveAttribute("aria-expanded", "false");

    await toggle(page).click();
    await expectOpen(page);
    await expect(toggle(page)).toHaveAttribute("aria-expanded", "true");
    await expectPageBehind(page, 0);
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
    await expectPageBehind(page, 1);
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
    // From the last link the focus leaves the page, and begins again at its top, never behind the menu.
    for (let count = await page.locator("header a").count(); count >= 0; count--) {
      await page.keyboard.press("Tab");
      expect(await page.evaluate(() => document.activeElement?.closest("main, footer")?.tagName)).toBeUndefined();
    }
    await toggle(page).click();
    await expectClosed(page);
    await expectPageBehind(page, 1);
  });

  await test.step("by a link, even that of the current page", async () => {
    await toggle(page).click();
    await link(page, label("/about")).click();
    await expectClosed(page);

    await toggle(page).click();
    await link(page, label("/contact")).click();
    await expect(page).toHaveURL("/contact");
    await expectClosed(page);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expectPageBehind(page, 1);
  });
});

test("the open menu has no accessibility violation, and closes when the window grows wide", async ({ page }) => {
  await openPage(page, "/about");
  await toggle(page).click();
  // Wider windows have no menu.
  await expectNoViolations(page, [390, 900], "header");
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectPageBehind(page, 1);
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
