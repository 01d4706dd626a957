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

/** The same for a page that goes on. Firefox crashes when one changes that axe has looked at; Chromium checks the same rules. */
export const expectNoViolationsSoFar: typeof expectNoViolations = async (...check) => {
  if (!process.env.FIREFOX_PATH) await expectNoViolations(...check);
};

/** Widths, and how large the text is at each. */
const sizes = [
  [320, "100%"],
  [390, "200%"],
  [1280, "200%"],
] as const;

/** Expects a page that fits 320 px and text at twice the size. */
export async function expectWordsFit(page: Page) {
  // The body is the last to take the site's font into use.
  await page.locator("body[data-font]").waitFor();
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
