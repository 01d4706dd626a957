import { situationNames, verdicts } from "../../src/content/schemas/treatment-schema.ts";
import { content, expect, test } from "../kit/site-fixtures.ts";

// What the style sheets alone make of a page. Its words, fields and links are in tests/built-site/words.built.test.ts.
test.use({ javaScriptEnabled: false });

const { pages, treatments } = content;

test("a choice on Treatments marks and counts each answer, and a table of all fits a phone", async ({ page }) => {
  await page.goto("/treatments");
  const offered = [...treatments.values()].filter(({ notOffered }) => !notOffered);
  const { heading, none } = pages.treatments.can;
  const choices = page.getByRole("group", { name: heading });
  const choose = (name: string) => choices.getByLabel(name, { exact: true }).check();
  const counted = page.getByRole("status").locator("b:visible");
  const answers = async () =>
    Object.fromEntries(
      await page.locator("section[data-path] li > a[data-answers]").evaluateAll((rows) =>
        rows.map((row) => {
          const { content } = getComputedStyle(row, "::after");
          return [row.getAttribute("href"), content.replaceAll('"', "")];
        }),
      ),
    );
  for (const situation of situationNames) {
    await choose(pages.treatment.can.situations[situation]);
    const given = offered.map(({ slug, suitability }) => [slug, suitability[situation].answer] as const);
    const count = (answer: string) => `${given.filter((one) => one[1] === answer).length} ${answer.toLowerCase()}`;
    await expect(counted).toHaveText([verdicts.map(count).join(", ")]);
    const expected = given.map(([slug, answer]) => [`/treatments/${slug}`, answer]);
    expect(await answers()).toEqual(Object.fromEntries(expected));
  }
  await choose(none);
  await expect(counted).toHaveCount(0);
  expect(new Set(Object.values(await answers()))).toEqual(new Set(["none"]));

  await page.setViewportSize({ width: 320, height: 700 });
  const table = page.getByRole("table");
  await expect(table).toBeHidden();
  await page.getByText(pages.treatments.can.table).click();
  await expect(table).toBeVisible();
  const spill = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  expect(await page.evaluate(spill)).toBe(0);
});
