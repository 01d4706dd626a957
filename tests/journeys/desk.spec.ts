import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { endpoint } from "../../src/requests/request.ts";
import { type BuiltServer, startBuiltServer } from "../kit/built-server.ts";
import { freePort } from "../kit/free-port.ts";
import { expect, journeyTest } from "../kit/site-fixtures.ts";
import { expectNoViolations } from "./accessibility.ts";

type DeskServer = { server: BuiltServer; folder: string; site: string };

let running: DeskServer;

/** The owner's phone, with script turned off, because the desk uses none. */
const test = journeyTest.extend<{ owner: Page; deskServer: DeskServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  deskServer: ({}, use) => use(running),
  owner: async ({ browser, deskServer }, use) => {
    const context = await browser.newContext({
      baseURL: deskServer.site,
      javaScriptEnabled: false,
      acceptDownloads: true,
    });
    const page = await context.newPage();
    const errors: string[] = [];
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    page.on("request", (request) => new URL(request.url()).origin !== deskServer.site && errors.push(request.url()));
    await use(page);
    await context.close();
    expect(errors.filter((line) => !/status of 4\d\d/.test(line))).toEqual([]);
  },
});

test.describe.configure({ mode: "serial" });

test.beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "desk-"));
  const port = await freePort();
  const site = `http://localhost:${port}`;
  const server = await startBuiltServer({ PORT: String(port), SITE_URL: site, DATA_DIR: folder, DESK: "on" });
  running = { server, folder, site };
});

test.afterAll(async () => {
  await running?.server.stop();
  rmSync(running?.folder, { recursive: true, force: true });
});

test("the owner answers from an email without signing in, signs in, answers by keyboard alone, saves a spreadsheet and signs out", async ({
  owner,
  deskServer,
}) => {
  await owner.goto(await emailLinkFor(deskServer, "Amara Okafor"));
  await expect(owner.getByRole("heading", { level: 1 })).toHaveText("Amara Okafor");
  await owner.getByRole("button", { name: "Mark as answered" }).click();
  await expect(owner.getByRole("heading", { level: 1 })).toHaveText("You have answered Amara Okafor");
  await owner.getByRole("main").getByRole("link", { name: "All requests" }).click();
  await expect(owner.getByRole("button", { name: "Send me a link" })).toBeVisible();

  for (const name of ["Harpreet Gill", "Mei-Lin Chow"]) await sendRequest(deskServer, name);
  await signIn(owner, deskServer);
  await owner.getByRole("link", { name: "Mei-Lin Chow", exact: true }).focus();
  await owner.keyboard.press("Enter");
  await owner.getByRole("button", { name: "Mark as answered" }).focus();
  await owner.keyboard.press("Enter");
  await expect(owner.getByRole("heading", { level: 1 })).toHaveText("You have answered Mei-Lin Chow");

  await owner.goto("/desk");
  const download = owner.waitForEvent("download");
  await owner.getByRole("link", { name: "Save all as a spreadsheet" }).click();
  expect(readFileSync(await (await download).path(), "utf8")).toContain("Harpreet Gill");
  await owner.getByText("Signed-in phones").click();
  await owner.getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(owner.getByRole("heading", { level: 1 })).toHaveText("Signed out everywhere");
  await expect(owner.getByRole("button", { name: "Send me a link" })).toBeVisible();
});

test("every page of the desk is without an accessibility violation, fits a small phone, and is small", async ({
  browser,
  deskServer,
}) => {
  const link = await emailLinkFor(deskServer, "Jean-Luc Tremblay-Beauchemin-de-la-Rochelle");
  const answered = await sendRequest(deskServer, "Maria-Antonia Fernández-Castellanos");
  const request = `/desk/requests/${/\/r\/(\w{8})/.exec(link)?.[1]}`;
  const viewport = { width: 320, height: 700 };
  const page = await browser.newPage({ baseURL: deskServer.site, viewport, bypassCSP: true });
  await signIn(page, deskServer);
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
    await expectAccessible(path, await (await fetch(deskServer.site + path)).text());
  for (const path of ["/desk?q=jean", "/desk?q=nobody", request, `${request}/delete`, `/desk/requests/${answered}`])
    await expectAccessible(path, await (await page.request.get(path)).text());
  // A wide window shows the same elements in other places, which the list of requests stands for.
  await expectAccessible("/desk", await (await page.request.get("/desk")).text(), [1280, 320]);
  await page.close();
});

test("a desk that is turned off answers like any unknown address, and is named nowhere", async ({ deskServer }) => {
  const { server, site } = deskServer;
  const link = new URL(await emailLinkFor(deskServer, "Amara Okafor")).pathname;
  await server.replaceWith({ DESK: "off" });
  const ask = async (path: string) => {
    const response = await fetch(site + path);
    return { status: response.status, text: await response.text() };
  };
  const unknown = await ask("/nowhere");
  expect(unknown.status).toBe(404);
  for (const path of ["/desk", link, "/desk/sent"]) expect(await ask(path), path).toEqual(unknown);
  for (const path of ["/sitemap.xml", "/robots.txt", "/"]) expect((await ask(path)).text).not.toContain("/desk");
  expect(server.output()).not.toContain(link);
});

/** Sends a request as a visitor does, and returns its reference. */
async function sendRequest({ site }: DeskServer, name: string): Promise<string> {
  const email = `${name.toLowerCase().replaceAll(/\W+/g, ".")}@example.com`;
  const fields = { name, email, phone: "780-555-0100", treatment: "Facial", message: "Is parking close?" };
  const response = await fetch(site + endpoint, {
    method: "POST",
    headers: { "content-type": "application/json", origin: site },
    body: JSON.stringify(fields),
  });
  return (await response.json()).reference;
}

/** The same, but returns the link in its email. */
async function emailLinkFor(server: DeskServer, name: string): Promise<string> {
  const reference = await sendRequest(server, name);
  return newestMail(server.folder, new RegExp(`${server.site}/desk/r/${reference}\\.[\\w-]{43}`));
}

async function signIn(owner: Page, { folder, site }: DeskServer) {
  await owner.goto("/desk");
  const requestedAt = Date.now();
  await owner.getByRole("button", { name: "Send me a link" }).click();
  await expect(owner.getByRole("heading", { level: 1 })).toHaveText("Look in the mailbox");
  await owner.goto(await newestMail(folder, new RegExp(`${site}/desk/in/\\w{64}`), requestedAt));
  await owner.getByRole("button", { name: "Open the desk here" }).click();
}

/** Waits for an email and finds the pattern in it. Emails are written as files while no mail server is set. */
async function newestMail(folder: string, pattern: RegExp, after = 0): Promise<string> {
  let found: string | undefined;
  await expect
    .poll(() => {
      const mail = join(folder, "mail");
      const names = existsSync(mail) ? readdirSync(mail) : [];
      for (const name of names.filter((file) => file.endsWith(".eml"))) {
        if (statSync(join(mail, name)).mtimeMs < after) continue;
        const text = readFileSync(join(mail, name), "utf8").replaceAll("=\r\n", "").replaceAll("=3D", "=");
        found = pattern.exec(text)?.[0] ?? found;
      }
      return found;
    })
    .toBeDefined();
  return found ?? "";
}
