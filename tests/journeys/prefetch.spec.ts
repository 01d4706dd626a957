import type { Page } from "@playwright/test";
import { content, expect, openPage, sharedTabTest as test, waitUntilReady } from "../kit/site-fixtures.ts";

const desktop = { viewport: { width: 1280, height: 800 } };
test.use(desktop);

const link = (page: Page, to: string) =>
  page.getByRole("navigation", { name: "Main" }).locator(`a[href="${to}"]`).first();
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Lists the documents that a page loads. */
function countDocuments(page: Page) {
  const documents: string[] = [];
  page.on("request", (request) => request.resourceType() === "document" && documents.push(request.url()));
  return documents;
}

test.describe("links that the browser follows itself", () => {
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
    const documents = countDocuments(page);
    // The page is fetched in advance, since a response still open when the journey ends would fail it.
    const answer = await fetch(`${server.origin}/about`, { headers: { "accept-encoding": "identity" } });
    const headers = Object.fromEntries(answer.headers);
    const body = (await answer.text()).replace(/data-build="[^"]+"/, 'data-build="another"');
    await page.route("**/about", (route) => route.fulfill({ headers, body }));
    await openPage(page, "/privacy");
    await link(page, "/about").click();
    await expect(heading(page)).toHaveText(content.pages.about.heading.replace(/ (?=\S+$)/, "\u00a0"));
    expect(documents).toHaveLength(2);
    pageErrors.splice(0);
  });

  test("an unknown address, or one with a query, is loaded by the browser", async ({ page, pageErrors }) => {
    const documents = countDocuments(page);
    await openPage(page, "/privacy");
    await link(page, "/about").evaluate((target) => target.setAttribute("href", "/privacy?from=card"));
    await link(page, "/privacy?from=card").click();
    await expect(page).toHaveURL("/privacy?from=card");
    await waitUntilReady(page);
    await link(page, "/about").evaluate((target) => target.setAttribute("href", "/nowhere"));
    await link(page, "/nowhere").click();
    // Said when the script has started, which is later than the heading is there.
    await expect.poll(() => pageErrors).toContain("404: /nowhere");
    expect(documents).toHaveLength(3);
    pageErrors.splice(0);
  });
});

/** The addresses of pages that are fetched; what is then read from a blob needs no network. */
async function recordFetches(page: Page) {
  // The page of the journey before would go on fetching.
  await page.goto("about:blank");
  const fetched: string[] = [];
  page.on("request", (request) => {
    const { protocol, pathname } = new URL(request.url());
    if (request.resourceType() === "xhr" && protocol !== "blob:") fetched.push(pathname);
  });
  return fetched;
}

test("the home link, visible on every page, is prefetched only on intent", async ({ page }) => {
  const fetched = await recordFetches(page);
  await openPage(page, "/privacy");
  await expect.poll(() => fetched).toContain("/about");
  expect(fetched).not.toContain("/");
  await link(page, "/").hover();
  await expect.poll(() => fetched).toContain("/");
});

for (const [links, path, selector, to] of [
  ["a link in the footer, the same on every page,", "/about", "footer a[href='/results']", "/results"],
  ["a link beside Send, which must not wait for it,", "/contact", "form a[href='/privacy']", "/privacy"],
] as const)
  test(`${links} is prefetched only on intent`, async ({ page }) => {
    // A narrow screen: the links of a wide header would use up what a page may prefetch.
    await page.setViewportSize({ width: 390, height: 844 });
    const fetched = await recordFetches(page);
    await openPage(page, path);
    await page.locator(selector).scrollIntoViewIfNeeded();
    await page.waitForTimeout(1500);
    expect(fetched).not.toContain(to);
    await page.locator(selector).hover();
    await expect.poll(() => fetched).toContain(to);
    await page.setViewportSize(desktop.viewport);
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

test("with Save-Data nothing is prefetched, and links still work", async ({ page }) => {
  const saving = await page.addInitScript(() =>
    Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
  );
  const fetched = await recordFetches(page);
  await openPage(page, "/privacy");
  await link(page, "/about").hover();
  await page.waitForTimeout(1500);
  expect(fetched).toEqual([]);
  await link(page, "/about").click();
  await expect(heading(page)).toBeFocused();
  await expect(page).toHaveURL("/about");
  expect(fetched).toEqual(["/about"]);
  await saving.dispose();
});

/** Adds links to pages that exist only in this journey; each answers like the About page. */
async function addPages(page: Page, count: number) {
  const paths = Array.from({ length: count }, (_, index) => `/extra-${index}`);
  const response = await page.request.get("/about");
  const body = await response.text();
  await page.route("**/extra-*", (route) => route.fulfill({ contentType: "text/html", body }));
  return paths;
}

test("of many visible links no more than five are prefetched", async ({ page }) => {
  const paths = await addPages(page, 12);
  await page.route("**/privacy", async (route) => {
    const response = await route.fetch();
    const links = paths.map((path) => `<a href="${path}">${path}</a> `).join("");
    await route.fulfill({ response, body: (await response.text()).replace(/<main[^>]*>/, `$&${links}`) });
  });
  const fetched = await recordFetches(page);
  await openPage(page, "/privacy");
  for (const path of paths) await expect(page.locator(`a[href="${path}"]`)).toBeInViewport();
  await expect.poll(() => fetched.length).toBeGreaterThanOrEqual(5);
  await page.waitForTimeout(1500);
  expect(fetched).toHaveLength(5);
});

test("after many other pages unsent text is still in the form, and each style was added once", async ({ page }) => {
  // One more than the pages that are kept. Those that were fetched ahead are kept like those that were shown.
  const paths = await addPages(page, 13);
  const fetched = await recordFetches(page);
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

test("a page requested by Back that arrives after another navigation is dropped", async ({ page }) => {
  await openPage(page, "/about");
  await page.getByRole("contentinfo").locator("a[href='/results']").click();
  await expect(page).toHaveURL("/results");
  await expect(heading(page)).toBeFocused();
  const answers: (() => void)[] = [];
  await page.route("**/about", async (route) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    await route.continue();
  });
  // The page cache is empty after a reload, so Back has to wait for its page.
  await page.reload();
  await waitUntilReady(page);
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL("/about");
  await expect.poll(() => answers.length).toBe(1);
  await link(page, "/treatments").click();
  await expect(heading(page)).toHaveText(content.pages.treatments.heading);
  const answered = page.waitForResponse("**/about");
  answers[0]?.();
  await (await answered).finished();
  await page.waitForTimeout(300);
  await expect(page).toHaveURL("/treatments");
  await expect(heading(page)).toHaveText(content.pages.treatments.heading);
});

test("Back pressed while the next page is loading is not overridden by it", async ({ page }) => {
  await openPage(page, "/privacy");
  await link(page, "/about").click();
  await expect(page).toHaveURL("/about");
  await expect(heading(page)).toHaveText(content.pages.about.heading.replace(/ (?=\S+$)/, "\u00a0"));
  let answer = () => {};
  await page.route("**/results", async (route) => {
    await new Promise<void>((resolve) => (answer = resolve));
    await route.continue();
  });
  await page.getByRole("contentinfo").locator("a[href='/results']").click();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL("/privacy");
  answer();
  await page.waitForTimeout(500);
  await expect(page).toHaveURL("/privacy");
  await expect(heading(page)).not.toHaveText(content.pages.results?.heading ?? "");
});

test("metadata and the bottom bar follow the page", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openPage(page, "/contact");
  const canonical = () => page.locator("link[rel=canonical]").getAttribute("href");
  const bottomBar = page.locator("[data-bottom-bar]");
  await expect(bottomBar).toBeHidden();
  expect(await canonical()).toMatch(/\/contact$/);
  await page.locator("form a[href='/privacy']").click();
  await expect(heading(page)).toHaveText(content.pages.privacy.heading);
  expect(await canonical()).toMatch(/\/privacy$/);
  await expect(page.locator("link[rel=canonical]")).toHaveCount(1);
  // What search engines read of the page goes with it.
  await expect(page.locator("script[type='application/ld+json']")).toHaveCount(1);
  expect(await page.locator("script[type='application/ld+json']").textContent()).toContain("/privacy#");
  await expect(page.locator("meta[name=description]")).toHaveCount(1);
  await expect(bottomBar).not.toHaveAttribute("hidden");
  await page.goBack();
  expect(await canonical()).toMatch(/\/contact$/);
  await expect(bottomBar).toBeHidden();
});
