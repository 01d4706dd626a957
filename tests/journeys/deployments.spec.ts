import { expect, type Page, test } from "@playwright/test";
import { patient } from "../kit/patience.ts";
import { fillForm, visitor, waitUntilReady } from "../kit/site-fixtures.ts";
import { startHosted } from "./deployments.ts";

// A deployment in one process is the one in which the other journeys are made.
test.describe("on a file host, an edge function and PostgreSQL", () => {
  test.describe.configure({ mode: "default" });
  let deployment: Awaited<ReturnType<typeof startHosted>>;
  test.beforeAll(async () => {
    test.setTimeout(patient(180_000));
    deployment = await startHosted();
  });
  test.afterAll(() => deployment?.stop());

  for (const script of [true, false]) {
    // Firefox's driver cannot turn script off, so it would run the same journey twice.
    test.describe(script ? "with script" : "without script", { tag: script ? [] : ["@chromium"] }, () => {
      test.use({ javaScriptEnabled: script });

      test("a request is thanked for and reaches the owner", async ({ page }) => {
        const email = `sent-${script}@example.com`;
        await openForm(page, deployment, script);
        await fillForm(page, { ...visitor, email });
        await page.getByRole("button", { name: "Send Message" }).click();
        await expect(page.getByText("Thank you for your inquiry!")).toBeVisible();
        await expect(page.getByText("Something went wrong")).toBeHidden();
        expect(page.url()).toMatch(`${deployment.origin}/contact`);
        const sent = (await deployment.requests()).filter((request) => request.email === email);
        expect(sent).toMatchObject([{ ...visitor, email, flags: [] }]);
      });

      test("a request that cannot be stored is not thanked for", async ({ page }) => {
        const email = `failed-${script}@example.com`;
        await openForm(page, deployment, script);
        await fillForm(page, { ...visitor, email });
        const restoreStorage = await deployment.breakStorage();
        try {
          await page.getByRole("button", { name: "Send Message" }).click();
          await expect(page.getByText("Something went wrong")).toBeVisible();
        } finally {
          await restoreStorage();
        }
        await expect(page.getByText("Thank you for your inquiry!")).toBeHidden();
        if (script) await expect(page.locator("#message")).toHaveValue(visitor.message);
        expect((await deployment.requests()).filter((request) => request.email === email)).toEqual([]);
      });
    });
  }
});

async function openForm(page: Page, { origin }: { origin: string }, script: boolean) {
  await page.goto(`${origin}/contact`);
  if (script) await waitUntilReady(page);
}
