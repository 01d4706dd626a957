import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { endpoint } from "../../src/requests/request.ts";
import { type HostedSite, startHostedSite } from "../kit/hosted-site.ts";
import { patient } from "../kit/patience.ts";
import { expect, journeyTest as test, watchPages } from "../kit/site-fixtures.ts";
import { expectNoViolations } from "./accessibility.ts";

test.describe.configure({ mode: "serial" });

const phone = { width: 390, height: 844 };
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

let hosted: HostedSite;
test.beforeAll(async () => {
  hosted = await startHostedSite();
});
test.afterAll(() => hosted?.stop());

test("the owner answers from an email, signs in, answers by keyboard and saves a spreadsheet", async ({ browser }) => {
  // The desk uses no script.
  const owner = await browser.newPage({ baseURL: hosted.site, javaScriptEnabled: false });
  const errors = await watchPages(owner.context(), hosted.site, /status of 4\d\d/);
  await owner.goto(await hosted.requestLink(await sendRequest("Amara Okafor")));
  await expect(heading(owner)).toHaveText("Amara Okafor");
  await owner.getByRole("button", { name: "Mark as answered" }).click();
  await expect(heading(owner)).toHaveText("You have answered Amara Okafor");
  await owner.getByRole("main").getByRole("link", { name: "All requests" }).click();
  await expect(owner.getByRole("button", { name: "Send me a link" })).toBeVisible();

  for (const name of ["Harpreet Gill", "Mei-Lin Chow"]) await sendRequest(name);
  await signIn(owner);
  await owner.getByRole("link", { name: "Mei-Lin Chow", exact: true }).focus();
  await owner.keyboard.press("Enter");
  await owner.getByRole("button", { name: "Mark as answered" }).focus();
  await owner.keyboard.press("Enter");
  await expect(heading(owner)).toHaveText("You have answered Mei-Lin Chow");

  await owner.goto("/desk");
  const download = owner.waitForEvent("download");
  await owner.getByRole("link", { name: "Save all as a spreadsheet" }).click();
  expect(readFileSync(await (await download).path(), "utf8")).toContain("Harpreet Gill");
  expect(errors).toEqual([]);
  await owner.close();
});

test("every page of the desk is accessible, is small, and fits a small phone", async ({ browser }) => {
  const reference = await sendRequest("Jean-Luc Tremblay-Beauchemin-de-la-Rochelle");
  const answered = await sendRequest("Maria-Antonia Fernández-Castellanos");
  const link = await hosted.requestLink(reference);
  const request = `/desk/requests/${reference}`;
  const viewport = { width: 320, height: 700 };
  const page = await browser.newPage({ baseURL: hosted.site, viewport, bypassCSP: true });
  await signIn(page);
  await page.goto(`/desk/requests/${answered}`);
  await page.getByRole("button", { name: "Mark as answered" }).click();
  // One document shows all pages, since axe would have to be read again in each other one.
  const expectAccessible = async (path: string, html: string, widths = [320]) => {
    expect(Buffer.byteLength(html), path).toBeLessThan(24_000);
    await page.setContent(html);
    await page.evaluate(() => {
      for (const folded of document.querySelectorAll("details")) folded.open = true;
      // Axe judges no contrast with a gradient.
      document.body.style.background = "var(--ground)";
    });
    await expectNoViolations(page, widths);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320);
  };
  for (const path of ["/desk", "/desk/sent", `/desk/in/${"0".repeat(64)}`, "/desk/r/none", new URL(link).pathname])
    await expectAccessible(path, await (await fetch(hosted.site + path)).text());
  for (const path of ["/desk?q=jean", "/desk?q=nobody", request, `${request}/delete`, `/desk/requests/${answered}`])
    await expectAccessible(path, await (await page.request.get(path)).text());
  // A wide window shows the same elements in other places, which the list of requests stands for.
  await expectAccessible("/desk", await (await page.request.get("/desk")).text(), [1280, 320]);
  await page.close();
});

test("a desk that was not turned on answers like any unknown address", async ({ server }) => {
  const ask = async (path: string) => {
    const response = await fetch(server.origin + path);
    return { status: response.status, text: await response.text() };
  };
  const unknown = await ask("/nowhere");
  expect(unknown.status).toBe(404);
  for (const path of ["/desk", "/desk/sent", "/desk/r/none"]) expect(await ask(path), path).toEqual(unknown);
});

test("on a phone the owner signs in by email, changes the hours and publishes @chromium", async ({ browser }) => {
  const hours = "Weekdays until half past four, Saturday by arrangement";
  const before = await hosted.release();
  const options = { baseURL: hosted.site, viewport: phone, reducedMotion: "reduce" } as const;
  const owner = await browser.newPage(options);
  await signIn(owner);
  await owner.getByRole("link", { name: "Edit the site" }).click();
  await owner.goto("/edit/#words/studio");
  await owner.getByLabel("Line of hours 1, Closes").fill("16:30");
  const sentence = owner.getByLabel("Hours as visitors read them");
  await sentence.fill(hours);
  await sentence.scrollIntoViewIfNeeded();
  await sentence.blur();
  await owner.getByRole("button", { name: "Publish 2 changes" }).click({ timeout: patient(30_000) });
  await expect(heading(owner)).toHaveText("2 changes, ready to go live");
  // The button that was pressed is gone, so a screen reader goes on with the new heading.
  await expect(owner.getByRole("main", { name: "2 changes, ready to go live" })).toBeFocused();
  await expect(heading(owner)).toBeInViewport();
  await expectNoViolations(owner, [phone.width]);

  const isPublic = async () => (await (await fetch(`${hosted.site}/contact`)).text()).includes(hours);
  expect(await isPublic()).toBe(false);
  await owner.getByRole("button", { name: "Publish now" }).click();
  await expect.poll(isPublic, { timeout: patient(100_000), intervals: [250] }).toBe(true);
  const visitor = await browser.newPage(options);
  await visitor.goto("/contact");
  expect((await visitor.content()).replaceAll(/\s+/g, " ")).toContain(hours);
  // Search engines read the times, people the sentence.
  expect(await visitor.content()).toContain("09:30-16:30");
  await visitor.close();
  await expect(heading(owner)).toContainText("Live on this computer.", { timeout: patient(30_000) });
  await expect(heading(owner)).toBeInViewport();
  await expect(owner.getByRole("main")).toBeFocused();
  await expectNoViolations(owner, [phone.width]);
  expect(await hosted.release()).not.toBe(before);

  await owner.goto("/edit/#to-do");
  await expect(heading(owner)).toHaveText("Nothing is left for you to do");
  await expectNoViolations(owner, [phone.width]);
  await owner.goto("/desk");
  await owner.getByText("Signed-in phones").click();
  await owner.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(heading(owner)).toHaveText("Signed out everywhere");
  await owner.goto("/edit/");
  await expect(owner).toHaveURL(`${hosted.site}/desk`);
  await owner.close();
});

/** Sends a request as a visitor does, and returns its reference. */
async function sendRequest(name: string): Promise<string> {
  const email = `${name.toLowerCase().replaceAll(/\W+/g, ".")}@example.com`;
  const fields = { name, email, phone: "780-555-0100", treatment: "Facial", message: "Is parking close?" };
  const response = await fetch(hosted.site + endpoint, {
    method: "POST",
    headers: { "content-type": "application/json", origin: hosted.site },
    body: JSON.stringify(fields),
  });
  return (await response.json()).reference;
}

async function signIn(owner: Page) {
  await owner.goto("/desk");
  await owner.getByRole("button", { name: "Send me a link" }).click();
  await expect(heading(owner)).toHaveText("Look in the mailbox");
  await owner.goto(await hosted.signInLink());
  await owner.getByRole("button", { name: "Open the desk here" }).click();
}
