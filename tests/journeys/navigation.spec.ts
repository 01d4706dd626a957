import type { Page } from "@playwright/test";
import { content, expect, hold, openPage, test, waitUntilReady } from "../kit/site-fixtures.ts";
import { expectNoViolations } from "./accessibility.ts";

const { menu, navigation, book } = content.site;
const label = (path: string) => navigation.find(({ to }) => to === path)?.label ?? "";

const bar = (page: Page) => page.getByRole("navigation", { name: "Main" });
const link = (page: Page, to: string) => bar(page).locator(`a[href="${to}"]`).first();
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const scrolled = (page: Page) => page.evaluate(() => scrollY);
const aboutHeading = content.pages.about.heading.replace(/ (?=\S+$)/, "\u00a0");

test.describe("on a phone", () => {
  const toggle = (page: Page) => page.locator("header button");
  const choice = (page: Page, name: string) => bar(page).getByRole("link", { name, exact: true });

  async function expectOpen(page: Page) {
    await expect(toggle(page)).toHaveText(menu.close, { useInnerText: true });
    const links = bar(page).locator("xpath=ul/li/a[1] | .//a[@data-button and starts-with(@href, '/contact')]");
    await expect(links.filter({ visible: true })).toHaveText([...navigation.map(({ label }) => label), book]);
    // They are one above the other.
    for (const edge of [label("/"), book]) await expect(choice(page, edge)).toBeInViewport({ ratio: 1 });
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
      await expect(choice(page, label("/"))).toBeFocused();
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
        await choice(page, label(path)).click();
        await expect(page).toHaveURL(path);
        await expectClosed(page);
        await expect(heading(page)).toBeFocused();
        await expectReachable(page, true);
      }
      await page.goBack();
      await expect(page).toHaveURL("/about");
      // What is out of reach cannot take the focus either.
      await expect(heading(page), "a page that was behind the menu can be used again").toBeFocused();
      await expectReachable(page, true);
    });

    await test.step("without an accessibility violation, until the window grows wide", async () => {
      await toggle(page).click();
      await expectReachable(page, false);
      await expectNoViolations(page, [390]);
      // Wider windows have no menu.
      await page.setViewportSize({ width: 1280, height: 800 });
      await expectReachable(page, true);
      await expect(choice(page, label("/contact"))).toBeInViewport();
    });
  });

  test.describe("without JavaScript", { tag: "@chromium" }, () => {
    test.use({ javaScriptEnabled: false });
    test("the menu works without script", async ({ page }) => {
      await page.goto("/about");
      await toggle(page).click();
      await expectOpen(page);
      await page.keyboard.press("Escape");
      await expectClosed(page);
      await expect(toggle(page)).toBeFocused();
      await toggle(page).click();
      await choice(page, label("/treatments")).click();
      await expect(page).toHaveURL("/treatments");
      await expectClosed(page);
    });
  });

  test("the bottom bar comes only while nothing else on the screen leads to the form", async ({ page }) => {
    await openPage(page, "/");
    const bottomBar = page.locator("[data-bottom-bar]");
    const book = page.getByRole("main").locator("a[href='/contact']");
    await expect(book.first()).toBeInViewport();
    await expect(bottomBar).toBeHidden();
    await page.getByRole("article").nth(1).scrollIntoViewIfNeeded();
    await expect(bottomBar).toBeVisible();
    await book.last().scrollIntoViewIfNeeded();
    await expect(bottomBar).toBeHidden();
    await book.last().click();
    await expect(heading(page)).toHaveText(content.pages.contact.heading);
    await expect(bottomBar).toHaveAttribute("hidden");
    await page.goBack();
    await expect(bottomBar).not.toHaveAttribute("hidden");
  });
});

test.describe("on a wide screen", () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test.describe("with motion", () => {
    test.use({ contextOptions: { reducedMotion: "no-preference" } });

    test("moving between pages loads no document, and changes title, focus and history", async ({ page }) => {
      const documents: string[] = [];
      // Firefox calls the message that a page was shown, a POST, a document too.
      page.on(
        "request",
        (request) =>
          request.resourceType() === "document" && request.method() === "GET" && documents.push(request.url()),
      );
      await openPage(page, "/");
      const home = await page.title();
      expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);

      await link(page, "/about").click();
      await expect(page).toHaveURL("/about");
      await expect(page).toHaveTitle(`${content.pages.about.title} | ${content.studio.brand.value}`);
      await expect(heading(page)).toBeFocused();
      await expect(bar(page).locator("[aria-current=page]")).toHaveText([label("/about")]);
      const about = await heading(page).textContent();
      // What search engines read of the page goes with it.
      const canonical = page.locator("link[rel=canonical]");
      const data = page.locator("script[type='application/ld+json']");
      for (const one of [canonical, data, page.locator("meta[name=description]")]) await expect(one).toHaveCount(1);
      await expect(canonical).toHaveAttribute("href", /\/about$/);
      expect(await data.textContent()).toContain("/about#");

      // Choosing the current page replaces its history entry.
      await link(page, "/about").click();
      await page.waitForTimeout(100);
      await page.goBack();
      await expect(page).toHaveURL("/");
      await expect(page).toHaveTitle(home);
      await expect(heading(page)).toBeFocused();

      await page.goForward();
      await expect(heading(page)).toHaveText(about ?? "");
      await expect(heading(page)).toBeFocused();
      expect(documents).toHaveLength(1);
    });

    test("a new page starts at its top, marked in the bar, and Back restores the scroll position", async ({ page }) => {
      const marked = bar(page).locator("[aria-current]");
      await openPage(page, "/treatments");
      await expect(marked).toHaveText([label("/treatments")]);
      await expect(marked).toHaveAttribute("aria-current", "page");
      const whole = await page.locator("main section").count();
      const row = page.locator("#calm a[href='/treatments/warm-stone-rest']");
      // Nearby sections are laid out while scrolling and may move the row, so it is scrolled to twice.
      for (let times = 0; times < 2; times++) {
        await row.scrollIntoViewIfNeeded();
        await page.waitForTimeout(600);
      }
      expect(await scrolled(page)).toBeGreaterThan(500);
      const left = await scrolled(page);

      await row.click();
      await expect(heading(page)).toHaveText("Warm Stone Rest");
      // The page jumps to the top; it does not scroll smoothly.
      expect(await scrolled(page)).toBe(0);
      // The list of treatments is marked on each treatment page too.
      await expect(marked).toHaveText([label("/treatments")]);
      await expect(marked).toHaveAttribute("aria-current", "true");

      await page.goBack();
      await expect(heading(page)).toHaveText(content.pages.treatments.heading);
      // It has the focus, and does not take the page to its top.
      await expect(heading(page)).toBeFocused();
      await expect.poll(() => scrolled(page)).toBe(left);
      // What is below the screen comes after the first paint.
      await expect(page.locator("main section")).toHaveCount(whole);
    });

    test("anchors land below the bar, which stays in view, in a page and from elsewhere", async ({ page }) => {
      const [, first = { id: "" }, second = { id: "" }] = content.pages.privacy.sections;
      await page.goto(`/privacy#${first.id}`);
      await expectBelowBar(page, first.id);
      await waitUntilReady(page);
      for (const [path, id] of [
        ["/privacy", second.id],
        ["/treatments", "renew"],
      ] as const) {
        if (path === "/treatments") await openPage(page, path);
        await page.evaluate(() => scrollTo(0, 0));
        await page.getByRole("main").locator(`a[href='#${id}']`).click();
        await expect(page).toHaveURL(`${path}#${id}`);
        await expectBelowBar(page, id);
        expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("H1");
      }
    });

    test("the footer shows the year of the visit, and the window light its time of day", async ({ page }) => {
      await page.clock.setFixedTime("2031-11-01T23:30:00Z");
      await openPage(page, "/privacy");
      const style = await page.evaluate(() => document.documentElement.style.cssText);
      expect(style).toMatch(/--night: ?clamp\(0%, ?\d{3,}/);
      await expect(page.getByRole("contentinfo")).toContainText("© 2031");
    });
  });

  test("a page that fails says so accessibly, with a link home and the phone number", async ({ page, pageErrors }) => {
    await page.route("**/about", (route) => route.fulfill({ contentType: "text/html", body: "garbage" }));
    await openPage(page, "/privacy");
    await link(page, "/about").click();
    await expect(heading(page)).toHaveText("Unexpected Application Error!");
    await expect(heading(page)).toBeFocused();
    await expect(page).toHaveTitle(/^Unexpected Application Error! \| /);
    await expect(page.getByRole("main").locator("a[href^='tel:']")).toBeVisible();
    await expectNoViolations(page, [1280], "main");
    expect(pageErrors.splice(0).length).toBeGreaterThan(0);

    await page.getByRole("main").locator("a[href='/']").click();
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Unexpected Application Error!");
  });

  test("a page requested by Back that arrives after another navigation is dropped", async ({ page }) => {
    await openPage(page, "/about");
    await page.getByRole("contentinfo").locator("a[href='/results']").click();
    await expect(page).toHaveURL("/results");
    await expect(heading(page)).toBeFocused();
    const releaseAbout = await hold(page, "**/about");
    const asked = page.waitForRequest("**/about");
    // The page cache is empty after a reload, so Back has to wait for its page.
    await page.reload();
    await waitUntilReady(page);
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL("/about");
    await asked;
    await link(page, "/treatments").click();
    await expect(heading(page)).toHaveText(content.pages.treatments.heading);
    const answered = page.waitForResponse("**/about");
    releaseAbout();
    await (await answered).finished();
    await page.waitForTimeout(300);
    await expect(page).toHaveURL("/treatments");
    await expect(heading(page)).toHaveText(content.pages.treatments.heading);
  });

  test("Back pressed while the next page is loading is not overridden by it", async ({ page }) => {
    await openPage(page, "/privacy");
    await link(page, "/about").click();
    await expect(page).toHaveURL("/about");
    await expect(heading(page)).toHaveText(aboutHeading);
    const releaseResults = await hold(page, "**/results");
    await page.getByRole("contentinfo").locator("a[href='/results']").click();
    await page.evaluate(() => history.back());
    await expect(page).toHaveURL("/privacy");
    releaseResults();
    await page.waitForTimeout(500);
    await expect(page).toHaveURL("/privacy");
    await expect(heading(page)).not.toHaveText(content.pages.results?.heading ?? "");
  });

  test("a click with a modifier key opens another tab", async ({ page, context }) => {
    await openPage(page, "/privacy");
    const other = context.waitForEvent("page");
    await link(page, "/about").click({ modifiers: ["ControlOrMeta"] });
    await (await other).waitForURL("**/about");
    await expect(page).toHaveURL("/privacy");
    await (await other).close();
  });

  test("a page of another build, whose style would not fit, is loaded by the browser", async ({
    page,
    server,
    pageErrors,
  }) => {
    const documents: string[] = [];
    page.on("request", (request) => request.resourceType() === "document" && documents.push(request.url()));
    // The page is fetched in advance, since a response still open when the journey ends would fail it.
    const answer = await fetch(`${server.origin}/about`, { headers: { "accept-encoding": "identity" } });
    const headers = Object.fromEntries(answer.headers);
    const body = (await answer.text()).replace(/data-build="[^"]+"/, 'data-build="another"');
    await page.route("**/about", (route) => route.fulfill({ headers, body }));
    await openPage(page, "/privacy");
    await link(page, "/about").click();
    await expect(heading(page)).toHaveText(aboutHeading);
    expect(documents).toHaveLength(2);
    pageErrors.splice(0);
  });

  test("a page fetched ahead is counted when it is shown, once, and not again by Back", async ({ page }) => {
    const told: string[] = [];
    page.on("response", (response) => {
      const { pathname } = new URL(response.url());
      if (response.request().method() === "POST") told.push(`${pathname} ${response.status()}`);
    });
    await openPage(page, "/privacy");
    const fetched = page.waitForResponse("**/about");
    await link(page, "/about").hover();
    await fetched;
    expect(told).toEqual([]);
    await link(page, "/about").click();
    await expect(heading(page)).toBeFocused();
    await expect.poll(() => told).toEqual(["/about 204"]);
    await page.goBack();
    await expect(page).toHaveURL("/privacy");
    await link(page, "/contact").click();
    await expect.poll(() => told).toEqual(["/about 204", "/contact 204"]);
  });

  test("after many other pages unsent text is still in the form, and each style was added once", async ({ page }) => {
    // One more than the pages that are kept. Those that were fetched ahead are kept like those that were shown.
    const paths = Array.from({ length: 13 }, (_, index) => `/extra-${index}`);
    const body = await (await page.request.get("/about")).text();
    await page.route("**/extra-*", (route) => route.fulfill({ contentType: "text/html", body }));
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
    await openPage(page, "/privacy");
    await link(page, "/contact").click();
    await expect(heading(page)).toBeFocused();
    await page.locator("#message").fill("Evenings suit me best.");
    await link(page, "/about").click();
    await expect(heading(page)).toBeFocused();
    await page.evaluate((all) => {
      for (const path of all) {
        const link = document.createElement("a");
        link.href = path;
        document.querySelector("main")?.append(link);
        link.dispatchEvent(new Event("pointerover", { bubbles: true }));
      }
    }, paths);
    await expect.poll(() => fetched).toEqual(expect.arrayContaining(paths));
    await link(page, "/contact").click();
    await expect(heading(page)).toBeFocused();
    await expect(page).toHaveURL("/contact");
    await expect(page.locator("#message")).toHaveValue("Evenings suit me best.");

    await expect(page.locator("#name")).toHaveCSS("border-left-width", "1px");
    const added = await page.evaluate(() =>
      document.adoptedStyleSheets.map((sheet) => [...sheet.cssRules].map(({ cssText }) => cssText).join("")),
    );
    expect(added.length).toBeGreaterThan(1);
    expect(new Set(added).size).toBe(added.length);
  });
});

test("the 404 page logs only the path to the console, and leads home", async ({ page, pageErrors }) => {
  const answer = await page.goto("/nope?email=someone@example.com#private");
  expect(answer?.status()).toBe(404);
  await expect(heading(page)).toHaveText("404");
  await waitUntilReady(page);
  await expect.poll(() => pageErrors).toContain("404: /nope");
  expect(pageErrors.splice(0).join()).not.toContain("someone");
  await page.getByRole("main").getByRole("link").click();
  await expect(page).toHaveURL("/");
});

async function expectBelowBar(page: Page, id: string) {
  await expect
    .poll(() =>
      page.evaluate((target) => {
        const { top } = (document.getElementById(target) as HTMLElement).getBoundingClientRect();
        const { bottom } = (document.querySelector("header") as HTMLElement).getBoundingClientRect();
        return bottom > 0 && top >= bottom - 1 && top < innerHeight / 2;
      }, id),
    )
    .toBe(true);
}
