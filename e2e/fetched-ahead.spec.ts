import type { Page } from "@playwright/test";
import { expect, open, test, words } from "./fixtures.ts";

test.use({ viewport: { width: 1280, height: 800 } });

const link = (page: Page, to: string) =>
  page.getByRole("navigation", { name: "Main" }).locator(`a[href="${to}"]`).first();
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Counts the documents a page loads. */
function countDocuments(page: Page) {
  const documents: string[] = [];
  page.on("request", (request) => request.resourceType() === "document" && documents.push(request.url()));
  return documents;
}

test.describe("what is left to the browser", () => {
  test("a click that asks for another tab", async ({ page, context }) => {
    await open(page, "/");
    const other = context.waitForEvent("page");
    await link(page, "/about").click({ modifiers: ["ControlOrMeta"] });
    await (await other).waitForURL("**/about");
    await expect(page).toHaveURL("/");
  });

  test("a page of another build, whose style would not fit", async ({ page, trouble }) => {
    const documents = countDocuments(page);
    await page.route("**/about", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/data-build="[^"]+"/, 'data-build="another"');
      await route.fulfill({ response: answer, body });
    });
    await open(page, "/");
    await link(page, "/about").click();
    await expect(heading(page)).toHaveText(words.pages.about.heading.replace(/ (?=\S+$)/, "\u00a0"));
    expect(documents).toHaveLength(2);
    trouble.splice(0);
  });

  test("an address that leads nowhere", async ({ page, trouble }) => {
    const documents = countDocuments(page);
    await open(page, "/");
    await link(page, "/about").evaluate((target) => target.setAttribute("href", "/nowhere"));
    await link(page, "/nowhere").click();
    await expect(heading(page)).toHaveText("404");
    expect(documents).toHaveLength(2);
    trouble.splice(0);
  });
});

test("a page brings its own style, once", async ({ page }) => {
  await open(page, "/");
  const kinds = () => page.locator("style[data-kind]").evaluateAll((all) => all.map((one) => one.dataset.kind));
  expect((await kinds())[0]).toBe("home");
  for (const to of ["/contact", "/about", "/contact"]) await link(page, to).click();
  await expect(page.locator("#name")).toHaveCSS("border-left-width", "1px");
  for (const kind of ["home", "about", "contact"])
    expect((await kinds()).filter((one) => one === kind)).toHaveLength(1);
});

test("the way home, in view on every page, is fetched when it is reached for", async ({ page }) => {
  const fetched: string[] = [];
  page.on("request", (request) => request.resourceType() === "xhr" && fetched.push(new URL(request.url()).pathname));
  await open(page, "/privacy");
  await expect.poll(() => fetched).toContain("/about");
  expect(fetched).not.toContain("/");
  await link(page, "/").hover();
  await expect.poll(() => fetched).toContain("/");
});

test("a reader who saves data has nothing fetched ahead, and a tap all the same", async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }));
  const fetched: string[] = [];
  page.on("request", (request) => request.resourceType() === "xhr" && fetched.push(new URL(request.url()).pathname));
  await open(page, "/");
  await link(page, "/about").hover();
  await page.waitForTimeout(1500);
  expect(fetched).toEqual([]);
  await link(page, "/about").click();
  await expect(heading(page)).toBeFocused();
  await expect(page).toHaveURL("/about");
  expect(fetched).toEqual(["/about"]);
});

test("of many links in view only a handful is fetched ahead", async ({ page }) => {
  const fetched: string[] = [];
  page.on("request", (request) => request.resourceType() === "xhr" && fetched.push(request.url()));
  await open(page, "/treatments");
  await page.locator("#renew").scrollIntoViewIfNeeded();
  await page.waitForTimeout(2000);
  expect(fetched.length).toBeGreaterThan(2);
  expect(fetched.length).toBeLessThanOrEqual(5);
});

test("Back pressed while the next page is on its way stays where it leads", async ({ page }) => {
  await open(page, "/");
  await link(page, "/about").click();
  await expect(page).toHaveURL("/about");
  await expect(heading(page)).toHaveText(words.pages.about.heading.replace(/ (?=\S+$)/, "\u00a0"));
  let answer = () => {};
  await page.route("**/results", async (route) => {
    await new Promise<void>((resolve) => (answer = resolve));
    await route.continue();
  });
  await page.getByRole("contentinfo").locator("a[href='/results']").click();
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL("/");
  answer();
  await page.waitForTimeout(500);
  await expect(page).toHaveURL("/");
  await expect(heading(page)).not.toHaveText(words.pages.results?.heading ?? "");
});

test("metadata follows the page, as does the bar for thumbs", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, "/contact");
  const canonical = () => page.locator("link[rel=canonical]").getAttribute("href");
  const thumbs = page.locator("[data-bottom-bar]");
  await expect(thumbs).toBeHidden();
  expect(await canonical()).toMatch(/\/contact$/);
  await page.locator("form a[href='/privacy']").click();
  await expect(heading(page)).toHaveText(words.pages.privacy.heading);
  expect(await canonical()).toMatch(/\/privacy$/);
  await expect(page.locator("link[rel=canonical]")).toHaveCount(1);
  await expect(page.locator("meta[name=description]")).toHaveCount(1);
  await expect(thumbs).not.toHaveAttribute("hidden");
  await page.goBack();
  expect(await canonical()).toMatch(/\/contact$/);
  await expect(thumbs).toBeHidden();
});
