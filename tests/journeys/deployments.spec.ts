import { patient } from "../kit/patience.ts";
import { expect, fillForm, journeyTest as test, visitor, waitUntilReady } from "../kit/site-fixtures.ts";
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

      test("a request that cannot be stored is not thanked for, and one that can be reaches the owner", async ({
        page,
      }) => {
        const email = `sent-${script}@example.com`;
        const sent = async () => (await deployment.requests()).filter((request) => request.email === email);
        const [thanks, failure] = [
          page.getByText("Thank you for your inquiry!"),
          page.getByText("Something went wrong"),
        ];
        const send = page.getByRole("button", { name: "Send Message" });
        const fill = async () => {
          await page.goto(`${deployment.origin}/contact`);
          if (script) await waitUntilReady(page);
          await fillForm(page, { ...visitor, email });
        };
        await fill();
        const restoreStorage = await deployment.breakStorage();
        try {
          await send.click();
          await expect(failure).toBeVisible();
        } finally {
          await restoreStorage();
        }
        await expect(thanks).toBeHidden();
        expect(await sent()).toEqual([]);
        // With script the words are still in the form.
        if (!script) await fill();
        await send.click();
        await expect(thanks).toBeVisible();
        await expect(failure).toBeHidden();
        expect(page.url()).toMatch(`${deployment.origin}/contact`);
        expect(await sent()).toMatchObject([{ ...visitor, email, flags: [] }]);
      });
    });
  }
});
