import type { Page } from "@playwright/test";
import { content, expect, openPage, sharedTabTest, slugs, test, waitUntilReady } from "../kit/site-fixtures.ts";
import { expectNoViolations } from "./axe.ts";

const desktop = { viewport: { width: 1280, height: 800 } };
test.use(desktop);
sharedTabTest.use(desktop);

const bar = (page: Page) => page.getByRole("navigation", { name: "Main" });
const link = (page: Page, to: string) => bar(page).locator(`a[href="${to}"]`).first();
const heading = (page: Page) => page.getByRole("heading", { level: 1 });
const scrolled = (page: Page) => page.evaluate(() => scrollY);

test.describe("with motion", () => {
  const motion = { contextOptions: { reducedMotion: "no-preference" } } as const;
  test.use(motion);
  sharedTabTest.use(motion);

  sharedTabTest(
    "moving between pages loads no document, changes title and focus, and goes back again past a page chosen twice",
    async ({ page }) => {
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
      const about = await heading(page).textContent();

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
    },
  );

  sharedTabTest("a new page starts at its top, and Back restores the scroll position", async ({ page }) => {
    await openPage(page, "/treatments");
    const whole = await page.locator("main section").count();
    const row = page.locator("#renew a[href='/treatments/lactic-peel']");
    // Nearby sections are laid out while scrolling and may move the row, so it is scrolled to twice.
    for (let times = 0; times < 2; times++) {
      await row.scrollIntoViewIfNeeded();
      await page.waitForTimeout(600);
    }
    expect(await scrolled(page)).toBeGreaterThan(1000);
    const left = await scrolled(page);

    await row.click();
    await expect(heading(page)).toHaveText("Lactic Peel");
    // The page jumps to the top; it does not scroll smoothly.
    expect(await scrolled(page)).toBe(0);

    const sections = await page.evaluateHandle(() => {
      const counts: number[] = [];
      // The rest of the page before may come only now, so nothing counts until the list is there.
      new MutationObserver(() => {
        if (document.getElementById("renew")) counts.push(document.querySelectorAll("main section").length);
      }).observe(document.body, { childList: true, subtree: true });
      return counts;
    });
    await page.goBack();
    await expect(heading(page)).toHaveText(content.pages.treatments.heading);
    await expect.poll(() => scrolled(page)).toBe(left);
    // Back does not wait for what is below the screen, which comes after the first paint.
    await expect(page.locator("main section")).toHaveCount(whole);
    expect((await sections.jsonValue())[0]).toBeLessThan(whole);
  });

  sharedTabTest("anchors land below the sticky bar, in a page and from elsewhere", async ({ page }) => {
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
    // It is set before anything is painted, so the room does not change before the visitor's eyes.
    await page.addInitScript(() => {
      new MutationObserver((_, observer) => {
        if (!document.body) return;
        Object.assign(window, { lightBeforePaint: document.documentElement.style.cssText });
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true });
    });
    await openPage(page, "/privacy");
    const [before, after] = await page.evaluate(() => [
      (window as unknown as { lightBeforePaint: string }).lightBeforePaint,
      document.documentElement.style.cssText,
    ]);
    expect(before).toMatch(/--night: ?clamp\(0%, ?\d{3,}/);
    expect(after).toBe(before);
    await expect(page.getByRole("contentinfo")).toContainText("© 2031");
  });
});

test("a page whose first paint is never reported gets its font, script and pictures all the same", async ({ page }) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => {};
  });
  await openPage(page, "/");
  await expect(page.locator("body[data-font]")).toBeVisible();
  await expect(page.locator("img[loading]").first()).toBeVisible();
});

sharedTabTest("a page that was left before its lower part was added is whole when it comes back", async ({ page }) => {
  const sent = await (await page.request.get("/treatments")).text();
  const whole = sent.split("<section").length - 1;
  await openPage(page, "/privacy");
  await link(page, "/treatments").hover();
  const shown = await page.evaluate(async () => {
    const changed = new Promise<number>((resolve) => {
      new MutationObserver((_, observer) => {
        observer.disconnect();
        resolve(document.querySelectorAll("main section").length);
        // Back, in the same frame.
        history.replaceState({ y: 0 }, "", "/privacy");
        dispatchEvent(new PopStateEvent("popstate", { state: { y: 0 } }));
      }).observe(document.body, { childList: true });
    });
    document.querySelector<HTMLAnchorElement>("header a[href='/treatments']")?.click();
    return changed;
  });
  expect(shown).toBeLessThan(whole);
  await expect(heading(page)).not.toHaveText(content.pages.treatments.heading);
  await link(page, "/treatments").click();
  await expect(heading(page)).toHaveText(content.pages.treatments.heading);
  await expect(page.locator("main section")).toHaveCount(whole);
});

async function expectBelowBar(page: Page, id: string) {
  await expect
    .poll(() =>
      page.evaluate((target) => {
        const { top } = (document.getElementById(target) as HTMLElement).getBoundingClientRect();
        const { bottom } = (document.querySelector("header") as HTMLElement).getBoundingClientRect();
        return top >= bottom - 1 && top < innerHeight / 2;
      }, id),
    )
    .toBe(true);
}

sharedTabTest("the bar marks the current page, and the list of treatments on each treatment page", async ({ page }) => {
  const labels = Object.fromEntries(content.site.navigation.map(({ to, label }) => [to, label]));
  const expected = {
    ...Object.fromEntries(Object.entries(labels).map(([to, label]) => [to, [["page", label]]])),
    "/treatments/blue-light": [["true", labels["/treatments"]]],
    "/results": [],
    "/testimonials": [],
    "/privacy": [],
  };
  const sent = Object.keys(expected).map(async (path) => {
    const [, nav = ""] = (await (await page.request.get(path)).text()).split(/<nav[^>]*id="nav"|<[^>]*id="nav"/);
    const marks = nav.split("</nav>")[0]?.matchAll(/<a[^>]*aria-current="(\w+)"[^>]*>([^<]+)</g) ?? [];
    return [path, [...marks].map(([, mark, label]) => [mark, label])];
  });
  expect(Object.fromEntries(await Promise.all(sent))).toEqual(expected);

  const marked = bar(page).locator("[aria-current]");
  await openPage(page, "/treatments");
  await page.locator(`main a[href='/treatments/${slugs[0]}']`).first().click();
  await expect(heading(page)).toBeFocused();
  await expect(marked).toHaveText([labels["/treatments"] ?? ""]);
  await link(page, "/").click();
  await expect(marked).toHaveText([labels["/"] ?? ""]);
});

sharedTabTest("the bar stays visible, and is smaller once the page has scrolled", async ({ page }) => {
  await openPage(page, "/about");
  const header = page.getByRole("banner");
  const headerHeight = async () => {
    const { y, height } = (await header.boundingBox()) ?? { y: 0, height: 0 };
    return y + height;
  };
  const before = await headerHeight();
  await expect(async () => {
    await page.mouse.wheel(0, 900);
    expect(await headerHeight()).toBeLessThan(before);
  }).toPass();
  await expect(link(page, "/")).toBeInViewport();
});

sharedTabTest("the 404 page logs only the path to the console", async ({ page, pageErrors }) => {
  const answer = await page.goto("/nope?email=someone@example.com#private");
  expect(answer?.status()).toBe(404);
  await expect(heading(page)).toHaveText("404");
  await waitUntilReady(page);
  await expect.poll(() => pageErrors).toContain("404: /nope");
  expect(pageErrors.splice(0).join()).not.toContain("someone");
  await page.getByRole("main").getByRole("link").click();
  await expect(page).toHaveURL("/");
});

sharedTabTest(
  "a page that fails says so accessibly, with a link home and the phone number",
  async ({ page, pageErrors }) => {
    await page.route("**/about", (route) => route.fulfill({ contentType: "text/html", body: "garbage" }));
    await openPage(page, "/privacy");
    await link(page, "/about").click();
    await expect(heading(page)).toHaveText("Unexpected Application Error!");
    await expect(heading(page)).toBeFocused();
    await expect(page).toHaveTitle(/^Unexpected Application Error! \| /);
    await expect(page.getByRole("main").locator("a[href^='tel:']")).toBeVisible();
    await expectNoViolations(page, [390, 1280], "main");
    expect(pageErrors.splice(0).length).toBeGreaterThan(0);

    await page.getByRole("main").locator("a[href='/']").click();
    await expect(page).toHaveURL("/");
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Unexpected Application Error!");
  },
);

sharedTabTest("the first Tab offers to skip to the content", async ({ page }) => {
  await openPage(page, "/about");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: content.site.skip });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
});
