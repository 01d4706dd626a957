import type { Page } from "@playwright/test";
import { listPages } from "../../src/content/page-list.ts";
import { content, expect, openPage, test, visitor } from "../kit/site-fixtures.ts";
import { expectNoViolations, expectWordsFit } from "./accessibility.ts";

const { site, pages, treatments } = content;

test("no page has an accessibility violation", async ({ page, pageErrors }) => {
  const [, ...alike] = treatments.keys();
  for (const { path } of listPages(content)) {
    // One treatment's page stands for those that look like it.
    if (alike.some((slug) => path === `/treatments/${slug}`)) continue;
    await openPage(page, path);
    // A wide window shows the same elements but for the header, which every page has.
    await expectNoViolations(page, path === "/" ? [390, 1280] : [390]);
    // The real studio has not these two. Whether its words fit is asked in tests/built-site/whole-pages.built.test.ts.
    if (["/news", "/prices"].includes(path)) await expectWordsFit(page);
  }
  await openPage(page, "/nope");
  await expectNoViolations(page, [390]);
  await expectWordsFit(page);
  // Some browsers report the answer 404 themselves, too.
  expect(pageErrors.splice(0).filter((error) => !error.includes("404"))).toEqual([]);
});

/** The name of the focused element, and what is wrong if the header, the bottom bar or anything else hides a part of it. */
const describeFocus = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const lines = [...element.getClientRects()];
    if (!lines[0] || element === document.body) return { name: "", fault: "nothing has focus" };
    const name = element.id || element.textContent.trim();
    // Browsers may leave the end of a tall field below the window.
    const last = Math.min((lines.at(-1)?.bottom ?? 0) - 2, innerHeight - 1);
    if (last - Math.max(lines[0].top + 2, 0) < 8) return { name, fault: "it is out of the window" };
    // Each line of a wrapped link is checked by itself, since other content may be between them.
    for (const line of lines) {
      const { left, right } = line;
      const top = Math.max(line.top + 2, 0);
      const bottom = Math.min(line.bottom - 2, innerHeight - 1);
      for (const y of [top, (top + bottom) / 2, bottom]) {
        for (const x of [left + 2, (left + right) / 2, right - 2]) {
          const found = document.elementFromPoint(x, y);
          if (found && (element.contains(found) || (lines.length > 1 && found.contains(element)))) continue;
          return { name, fault: `${Math.round(x)}, ${Math.round(y)} shows ${found?.outerHTML.slice(0, 80)}` };
        }
      }
    }
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const ring = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    return { name, fault: ring ? "" : "it has no ring" };
  });

/** The name of the focused element, once no part of it is hidden. */
async function readFocus(page: Page, place = ""): Promise<string> {
  let name = "";
  const findFault = async () => {
    const found = await describeFocus(page);
    name = found.name;
    return found.fault;
  };
  await expect.poll(findFault, place).toBe("");
  return name;
}

/** Presses Tab until an element of this name has focus. Every element on the way must be visible. */
async function tabTo(page: Page, name: string | RegExp) {
  const passed: string[] = [];
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press("Tab");
    const focused = await readFocus(page, `after ${passed.join(", ")}`);
    passed.push(focused);
    if (typeof name === "string" ? focused === name : name.test(focused)) return;
  }
  throw new Error(`Tab never came to ${name}, but to ${passed.join(", ")}`);
}

test("a visitor skips to the content, and sends a request, with the keyboard alone", async ({ page, server }) => {
  const name = "Kim Keyboard";
  await page.setViewportSize({ width: 390, height: 700 });
  await openPage(page, "/");
  await page.keyboard.press("Tab");
  expect(await readFocus(page)).toBe(site.skip);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await openPage(page, "/");
  const way: [step: string | RegExp, title?: string][] = [
    [new RegExp(`^${site.menu.open}`)],
    [site.navigation.find(({ to }) => to === "/treatments")?.label ?? "", pages.treatments.heading],
    [/^Collagen Needling/, "Collagen Needling"],
    [pages.treatment.button, pages.contact.heading],
  ];
  for (const [step, title] of way) {
    await tabTo(page, step);
    await page.keyboard.press("Enter");
    if (title) await expect(page.getByRole("heading", { level: 1, name: title })).toBeFocused();
  }
  await tabTo(page, "Send Message");
  // Before its script has loaded, the browser itself would validate the form.
  await page.locator("form[data-live]").waitFor();
  await page.keyboard.press("Enter");
  await expect(page.locator("#check")).toBeFocused();
  await tabTo(page, "Enter your full name");
  await page.keyboard.press("Enter");
  await expect(page.locator("#name")).toBeFocused();
  await page.keyboard.insertText(name);
  // The ticket stands for the treatment's field.
  for (const field of ["email", "phone", "message"] as const) {
    await tabTo(page, field);
    await page.keyboard.insertText(visitor[field]);
  }
  await tabTo(page, "Send Message");
  await page.keyboard.press("Enter");
  await expect(page.locator("#sent")).toBeFocused();
  expect((await server.requests()).find((request) => request.name === name)).toMatchObject({
    treatment: "Collagen Needling",
    message: visitor.message,
  });
});

for (const path of ["/", "/testimonials", "/privacy"]) {
  test(`every element that Tab reaches on ${path} is visible, forwards and back`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 700 });
    await openPage(page, path);
    await tabTo(page, site.footer.privacy);
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press("Shift+Tab");
      await readFocus(page);
    }
  });
}

test("under reduced motion nothing moves", { tag: "@chromium" }, async ({ page }) => {
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
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe("auto");
  }
});

test("in forced colours buttons keep a border, and the current page a mark", { tag: "@chromium" }, async ({ page }) => {
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

test("on paper there are no buttons, no form and no navigation", { tag: "@chromium" }, async ({ page }) => {
  for (const path of ["/", "/contact", "/privacy", "/treatments/sea-clay-facial"]) {
    await openPage(page, path);
    await page.emulateMedia({ media: "print" });
    await expect(page.locator(":is([data-button], form, button, nav, header):visible"), path).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    if (path === "/contact") await expect(page.locator("main dl").first()).toBeVisible();
    await page.emulateMedia({ media: "screen" });
  }
});
