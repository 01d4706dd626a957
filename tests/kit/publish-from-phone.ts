import { type Browser, type Page, expect as playwrightExpect } from "@playwright/test";
import type { HostedSite } from "./hosted-site.ts";
import { patient } from "./patience.ts";

const expect = playwrightExpect.configure({ timeout: patient(30_000) });

export const phone = { width: 390, height: 844 };

/**
 * The owner's journey at the width of a phone: she signs in by email, changes the hours and publishes, and somebody
 * else's browser asks the public page. `look` is called on the two screens of publishing.
 */
export async function publishFromPhone(browser: Browser, hosted: HostedSite, look: (page: Page) => Promise<void>) {
  const hours = "Weekdays until half past four, Saturday by arrangement";
  const options = { baseURL: hosted.site, viewport: phone, reducedMotion: "reduce" } as const;
  const owner = await (await browser.newContext(options)).newPage();
  const visitor = await (await browser.newContext(options)).newPage();
  await owner.goto("/desk");
  await owner.getByRole("button", { name: "Send me a link" }).click();
  await expect(owner.getByRole("heading", { level: 1 })).toHaveText("Look in the mailbox");
  await owner.goto(await hosted.signInLink());
  await owner.getByRole("button", { name: "Open the desk here" }).click();
  await owner.getByRole("link", { name: "Edit the site" }).click();
  await owner.goto("/edit/#words/studio");
  await owner.getByLabel("Line of hours 1, Closes").fill("16:30");
  const sentence = owner.getByLabel("Hours as visitors read them");
  await sentence.fill(hours);
  await sentence.scrollIntoViewIfNeeded();
  await sentence.blur();
  const publish = owner.getByRole("button", { name: "Publish 2 changes" });
  await expect(publish).toBeVisible();
  await publish.click();
  await expect(owner.getByRole("heading", { level: 1 })).toHaveText("2 changes, ready to go live");
  // The button that was pressed is gone, so a screen reader goes on with the new heading.
  await expect(owner.getByRole("main", { name: "2 changes, ready to go live" })).toBeFocused();
  await expect(owner.getByRole("heading", { level: 1 })).toBeInViewport();
  await look(owner);

  const isPublic = async () => (await (await fetch(`${hosted.site}/contact`)).text()).includes(hours);
  expect(await isPublic()).toBe(false);
  await owner.getByRole("button", { name: "Publish now" }).click();
  await expect.poll(isPublic, { timeout: patient(100_000), intervals: [250] }).toBe(true);
  await visitor.goto("/contact");
  expect((await visitor.content()).replaceAll(/\s+/g, " ")).toContain(hours);
  await expect(owner.getByRole("heading", { level: 1 })).toContainText("Live on this computer.", {
    timeout: patient(30_000),
  });
  await expect(owner.getByRole("heading", { level: 1 })).toBeInViewport();
  await expect(owner.getByRole("main")).toBeFocused();
  // Search engines read the times, people the sentence.
  expect(await visitor.content()).toContain("09:30-16:30");
  await look(owner);
  return { owner, visitor };
}
