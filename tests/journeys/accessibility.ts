import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const runOnly = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Checks the page at each width, or only the part in which it differs from one that was checked. */
export async function expectNoViolations(page: Page, widths = [390, 1280], part = "html") {
  // Reading its half a megabyte takes longer than most checks.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  for (const width of widths) {
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 844 });
    const violations = await page.evaluate(
      async ([tags, within]) => {
        const { axe } = window as unknown as { axe: typeof import("axe-core") };
        const options = { runOnly: tags, resultTypes: ["violations" as const], iframes: false };
        const found = await axe.run(within, options);
        return found.violations.map(({ id, nodes }) => [
          id,
          ...nodes.map(({ html, failureSummary }) => [html, failureSummary]),
        ]);
      },
      [runOnly, part] as const,
    );
    expect(violations, `${page.url()} at ${width} px`).toEqual([]);
  }
}

/**
 * Looks at every page of a site in one document, so that what was read into it, as axe, is there on each of them. Treatment
 * pages look alike, so only this first one is visited.
 */
export async function visitPages(page: Page, first: string, paths: string[], look: (path: string) => Promise<void>) {
  await page.goto(first);
  // Until the script has taken over, the browser would load the next page itself.
  await page.locator("[aria-controls=nav][aria-expanded]").waitFor({ state: "attached" });
  // The body is the last to take the site's font into use.
  await page.locator("body[data-font]").waitFor();
  await look(first);
  for (const path of paths.filter((one) => !one.startsWith("/treatments/"))) {
    await followLink(page, path);
    await look(path);
  }
}

/** Goes to another page as a tap on a link does. Firefox would end a document in which axe has looked at several pages. */
async function followLink(page: Page, path: string) {
  if (process.env.FIREFOX_PATH) {
    await page.goto(path);
    await page.locator("body[data-font]").waitFor();
    return;
  }
  await page.evaluate((to) => {
    const link = document.createElement("a");
    link.href = to;
    document.querySelector("main")?.append(link);
    link.click();
  }, path);
  // The page's own address is in its head, which is replaced with its words.
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", new RegExp(`[^/]${path}$`));
}

/** Widths, and how large the text is at each. */
const sizes = [
  [320, "100%"],
  [390, "200%"],
  [1280, "200%"],
] as const;

/**
 * Expects a page that fits 320 px and text at twice the size. The words of pages that look alike are laid out below its own,
 * since laying out each by itself takes several times as long.
 */
export async function expectWordsFit(page: Page, alike: string[] = []) {
  expect(await page.evaluate(addWords, alike), "pages whose words were added").toEqual(alike);
  for (const [width, size] of sizes) {
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate((fontSize) => Object.assign(document.documentElement.style, { fontSize }), size);
    expect(await measureText(page), `${page.url()} at ${width} px, text at ${size}`).toEqual({
      beyond: 0,
      out: [],
      broken: [],
    });
    // On a phone the header stays in view, so it may take only a fifth of it.
    if (width < 400) expect((await page.getByRole("banner").boundingBox())?.height).toBeLessThan(160);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty("font-size"));
}

/** Adds the words of other pages to the page, and returns which had some. */
async function addWords(paths: string[]) {
  // The page's policy lets no script read HTML, but a request may.
  const open = (path: string) =>
    new Promise<Document | null>((resolve) => {
      const request = new XMLHttpRequest();
      request.open("GET", path);
      request.responseType = "document";
      request.onload = () => resolve(request.responseXML);
      request.send();
    });
  const added: string[] = [];
  for (const path of paths) {
    const words = (await open(path))?.querySelector("main")?.children ?? [];
    if (words.length) added.push(path);
    document.querySelector("main")?.append(...words);
  }
  return added;
}

/** Finds text that extends beyond the window, words that are broken without a hyphen, and whether the page scrolls sideways. */
function measureText(page: Page) {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const out: string[] = [];
    const broken: string[] = [];
    const range = document.createRange();
    const linesOf = (words: Range) => new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!node.textContent?.trim() || !parent?.checkVisibility({ visibilityProperty: true })) continue;
      if (parent.closest("[aria-hidden=true]") || getComputedStyle(parent).clipPath !== "none") continue;
      range.selectNodeContents(node);
      const { left, right } = range.getBoundingClientRect();
      if (left < -1 || right > clientWidth + 1) out.push(node.textContent);
      // In a single line no word is broken.
      if (linesOf(range) === 1) continue;
      for (const { 0: word, index } of node.textContent.matchAll(/[\p{L}\p{N}]{2,}/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (linesOf(range) > 1) broken.push(word);
      }
    }
    return { beyond: Math.max(0, scrollWidth - clientWidth), out, broken };
  });
}
