import type { Page } from "@playwright/test";
import { type HostedSite, startHostedSite } from "../kit/hosted-site.ts";
import { phone, publishFromPhone } from "../kit/publish-from-phone.ts";
import { expect, journeyTest } from "../kit/site-fixtures.ts";
import { expectNoViolations } from "./accessibility.ts";

const test = journeyTest.extend<{ hosted: HostedSite }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  hosted: async ({}, use) => {
    const hosted = await startHostedSite();
    await use(hosted);
    await hosted.stop();
  },
});

test("signed in by email on a phone, the owner changes the hours and publishes, and a visitor sees them @chromium", async ({
  browser,
  hosted,
}) => {
  const before = await hosted.release();
  // The sheets of publishing are looked at here, where they are reached by way of the desk.
  const look = (page: Page) => expectNoViolations(page, [phone.width]);
  const { owner, visitor } = await publishFromPhone(browser, hosted, look);
  expect(await hosted.release()).not.toBe(before);

  await owner.goto("/edit/#to-do");
  await expect(owner.getByRole("heading", { level: 1 })).toHaveText("Nothing is left for you to do");
  await expectNoViolations(owner, [phone.width]);
  await owner.goto("/desk");
  await owner.getByText("Signed-in phones").click();
  await owner.getByRole("button", { name: "Sign out everywhere" }).click();
  await owner.goto("/edit/");
  await expect(owner).toHaveURL(`${hosted.site}/desk`);
  await owner.context().close();
  await visitor.context().close();
});
