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
    expect(violations, `at ${width} px`).toEqual([]);
  }
}
