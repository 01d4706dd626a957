import { appendFileSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import type { Browser, Locator } from "@playwright/test";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { renderPages } from "../../src/build/render-pages.ts";
import { closeNow, listen } from "../../src/http/http-server.ts";
import { openPages } from "../../src/server/serve-pages.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readBuildSettings } from "../../src/settings/settings.ts";
import { addDays, startOfDay } from "../../src/settings/time-zone.ts";
import { openBrowser } from "../../tools/bench/bench-site.ts";
import { readFirstSecond, recordFirstSecond } from "../../tools/bench/first-second.ts";
import { findQuickChromium } from "../kit/find-chromium.ts";

/** The studio's pages with a notice that is for tomorrow and told from today, rendered by the real build and served by the real server. */
const settings = readBuildSettings(loadEnvironment());
const today = new Date().toISOString().slice(0, 10);
const until = addDays(today, 1);
const words = "Closed until tomorrow";
/** The folder is inside the project, where the built code finds its packages. */
const folder = mkdtempSync(".cache/notice-");
let begins = 0;
let ends = 0;
let server: Server;
let port = 0;
let browser: Browser;

beforeAll(async () => {
  const content = join(folder, "content");
  cpSync(settings.contentFolder, content, { recursive: true });
  const notice = `\nnotice:\n  text: ${words}\n  from: ${until}\n  until: ${until}\n  shownFrom: ${today}\n  hours: closed\n`;
  appendFileSync(join(content, "studio.yaml"), notice);
  const release = join(folder, "release");
  const built = await renderPages(release, { ...settings, contentFolder: content });
  ({ begins = 0, ends = 0 } = built.notice ?? {});
  expect([begins, ends]).toEqual([startOfDay(today, built.timeZone), startOfDay(addDays(until, 1), built.timeZone)]);
  // As a host of files, the server sends the pages with the notice at any time.
  const pages = await openPages(join(release, "client"), { now: () => begins });
  server = createServer((request, response) => pages.handle(request, response));
  port = await listen(server, { port: 0, host: "127.0.0.1" });
  browser = await openBrowser(findQuickChromium());
});
afterAll(async () => {
  await browser.close();
  closeNow(server);
  rmSync(folder, { recursive: true });
});

/** Opens a page with this time on the visitor's own clock. */
async function visit(time = begins) {
  const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
  onTestFinished(() => page.close());
  const errors: string[] = [];
  // The release holds no pictures, so only a script that the content policy refuses counts.
  page.on("console", (message) => /script-src/i.test(message.text()) && errors.push(message.text()));
  await page.clock.setFixedTime(time);
  await page.addInitScript(recordFirstSecond);
  await page.goto(`http://127.0.0.1:${port}/about`);
  /** Where a part begins and ends. */
  const edges = async (part: Locator) => {
    const { y = 0, height = 0 } = (await part.boundingBox()) ?? {};
    return [Math.round(y), Math.round(y + height)] as const;
  };
  return { page, errors, edges, notice: page.getByRole("complementary", { name: "Notice" }) };
}

test("visitors read the notice above the header, and the menu of a phone begins below both", async () => {
  const { page, notice, errors, edges } = await visit();
  expect(await notice.textContent()).toBe(words);
  const [top, bottom] = await edges(page.getByRole("banner"));
  expect((await edges(notice))[1]).toBe(top);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.locator("[popovertarget=nav]").click();
  expect(await edges(page.locator("#nav"))).toEqual([bottom, 640]);
  expect(errors).toEqual([]);
});

test.each([
  ["before its first day", () => begins - 1],
  ["after its last", () => ends],
])(
  "%s a page from a host of files hides the notice by itself before it is painted, without a shift",
  async (_, time) => {
    const { page, notice, errors, edges } = await visit(time());
    expect(await notice.count()).toBe(0);
    expect((await edges(page.getByRole("banner")))[0]).toBe(0);
    expect((await readFirstSecond(page)).shift).toBeLessThan(0.01);
    expect(errors).toEqual([]);
  },
);
