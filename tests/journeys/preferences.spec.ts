import { plainText } from "../../src/content/schemas/prose.ts";
import { content, expect, openPage, sharedTabTest as test } from "../kit/site-fixtures.ts";

test("under reduced motion nothing moves", { tag: "@chromium" }, async ({ page }) => {
  const night = await page.addInitScript(() => {
    const midnight = Date.parse("2031-11-01T23:30:00Z");
    Date.now = () => midnight;
  });
  for (const path of ["/", "/treatments", "/treatments/sea-clay-facial", "/contact", "/testimonials"]) {
    await openPage(page, path);
    const moving = await page.evaluate(() => {
      const seconds = (list: string) =>
        Math.max(...list.split(",").map((time) => Number.parseFloat(time) * (time.trim().endsWith("ms") ? 0.001 : 1)));
      return [...document.querySelectorAll("*")].flatMap((element) =>
        ["", "::before", "::after"]
          .map((part) => getComputedStyle(element, part || null))
          .filter((style) => seconds(style.transitionDuration) > 0.01 || seconds(style.animationDuration) > 0.01)
          .map(() => element.className || element.tagName),
      );
    });
    expect(moving, path).toEqual([]);
    const readStyle = () => ({
      scrollBehavior: getComputedStyle(document.documentElement).scrollBehavior,
      night: getComputedStyle(document.body).getPropertyValue("--night"),
    });
    expect(await page.evaluate(readStyle)).toEqual({ scrollBehavior: "auto", night: "0%" });
  }
  await night.dispose();
});

test("in forced colours buttons keep a border and the current page its mark", { tag: "@chromium" }, async ({
  page,
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of ["/about", "/contact"]) {
    await openPage(page, path);
    const borders = await page
      .locator("[data-button]:visible, button[type=submit]")
      .evaluateAll((buttons) => buttons.map((button) => getComputedStyle(button).borderTopWidth));
    expect(borders.length).toBeGreaterThan(0);
    expect(new Set(borders)).toEqual(new Set(["1px"]));
    const heading = page.getByRole("heading", { level: 1 });
    // The plate behind a line would cover the letters above it.
    const lineHeight = await heading.evaluate((h1) => {
      const { lineHeight: height, fontSize } = getComputedStyle(h1);
      return Number.parseFloat(height) / Number.parseFloat(fontSize);
    });
    expect(lineHeight).toBeGreaterThanOrEqual(1.2);
    const mark = page.getByRole("navigation", { name: "Main" }).locator("[aria-current=page]");
    expect(await mark.evaluate((link) => getComputedStyle(link).borderBottomWidth)).toBe("3px");
    // The page would show through a header without a ground.
    await expect(page.locator("header").first()).not.toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  }
});

test("Home prints on two sheets, without buttons", { tag: "@chromium" }, async ({ page }) => {
  await openPage(page, "/");
  const sheets = (await page.pdf({ format: "Letter" })).toString("latin1").match(/\/Type\s*\/Page\b/g);
  expect(sheets).toHaveLength(2);
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("[data-button]:visible")).toHaveCount(0);
});

test("Contact prints without the form, and the privacy policy without its contents", {
  tag: "@chromium",
}, async ({ page }) => {
  await openPage(page, "/contact");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("main :is(form, button):visible")).toHaveCount(0);
  await expect(page.locator("main dl").first()).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  await openPage(page, "/privacy");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("nav:visible")).toHaveCount(0);
});

test("the bottom bar comes only while nothing else on the screen leads to the form", async ({ page }) => {
  await openPage(page, "/");
  const bar = page.locator("[data-bottom-bar]");
  const book = page.getByRole("main").locator("a[href='/contact']");
  await expect(book.first()).toBeInViewport();
  await expect(bar).toBeHidden();
  // Nothing is in view either for a moment while a page that nobody scrolled is captured whole.
  await page.evaluate(async () => {
    document.body.hidden = true;
    await new Promise((resolve) => new IntersectionObserver(resolve).observe(document.body));
  });
  await expect(bar).not.toHaveAttribute("data-needed");
  await page.evaluate(() => (document.body.hidden = false));
  await page.getByRole("article").nth(1).scrollIntoViewIfNeeded();
  await expect(bar).toBeVisible();
  await book.last().scrollIntoViewIfNeeded();
  await expect(bar).toBeHidden();
});

test("a printed treatment page shows the facts, what to ask first and the phone number, and no navigation", {
  tag: "@chromium",
}, async ({ page }) => {
  await openPage(page, "/treatments/sea-clay-facial");
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  const { labels, before } = content.pages.treatment;
  for (const label of [labels.duration, labels.downtime, labels.comfort, labels.frequency]) {
    await expect(page.locator("dt").getByText(label, { exact: true })).toBeVisible();
  }
  await expect(page.getByRole("heading", { name: before.heading })).toBeVisible();
  await expect(
    page.getByText(plainText(content.treatments.get("sea-clay-facial")?.body.before.notDone[0] ?? { parts: ["none"] })),
  ).toBeVisible();
  await expect(page.locator("a[href^='tel:']:visible")).toHaveCount(1);
  await expect(page.locator("nav:visible, header:visible")).toHaveCount(0);
  const contrast = await page
    .locator("a[href^='tel:']:visible")
    .evaluate((link) => [
      getComputedStyle(link).color,
      getComputedStyle(link.closest("footer") ?? link).backgroundColor,
    ]);
  expect(contrast).toEqual(["rgb(20, 34, 31)", "rgba(0, 0, 0, 0)"]);
});
