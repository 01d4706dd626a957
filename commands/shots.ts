import { rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { fillIn, functionCall, open, pages } from "../e2e/fixtures.ts";
import { startServer } from "../e2e/server.ts";
import { buildIfChanged } from "../pipeline/build-if-changed.ts";
import { findChromium } from "./chromium.ts";
import { takeEditorShots } from "./editor-shots.ts";

const folder = "shots";

interface View {
  name: string;
  path: string;
  /** What brings the page into the state to be shown. */
  reach?: (page: Page) => Promise<unknown>;
}

const views: View[] = [
  ...pages.map((path) => ({ name: path.slice(1).replace("/", "-") || "home", path })),
  { name: "not-found", path: "/nope" },
  { name: "error", path: "/", reach: failedPage },
  { name: "menu-open", path: "/", reach: openMenu },
  { name: "contact-errors", path: "/contact", reach: send },
  { name: "contact-sending", path: "/contact", reach: (page) => sendTo(page, undefined) },
  { name: "contact-success", path: "/contact", reach: (page) => sendTo(page, 200) },
  { name: "contact-failure", path: "/contact", reach: (page) => sendTo(page, 400) },
];

if (process.argv[2] === "editor") {
  await takeEditorShots();
  process.exit();
}
if (!buildIfChanged()) process.exit(1);
rmSync(folder, { recursive: true, force: true });
const server = await startServer();
const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-gpu"] });
for (const width of [390, 768, 1440]) {
  const context = await browser.newContext({
    baseURL: server.origin,
    viewport: { width, height: width < 600 ? 844 : 900 },
    // Everything is shown at rest, and all of it.
    reducedMotion: "reduce",
  });
  for (const { name, path, reach } of views) {
    const page = await context.newPage();
    await open(page, path);
    await reach?.(page);
    await loadPictures(page);
    await page.waitForTimeout(200);
    await page.screenshot({ path: join(folder, `${name}-${width}.png`), fullPage: name !== "menu-open" });
    await page.close();
  }
}
await browser.close();
await server.stop();
console.log(`${3 * views.length} pictures are in ${resolve(folder)}`);

function send(page: Page) {
  return page.locator("form button[type=submit]").click();
}

async function sendTo(page: Page, status: number | undefined) {
  const json = { ok: true, reference: "SHOT" };
  await page.route(functionCall, (route) => (status ? route.fulfill({ status, json }) : undefined));
  await fillIn(page);
  await send(page);
}

async function openMenu(page: Page) {
  const toggle = page.locator("header button");
  if (await toggle.isVisible()) await toggle.click();
}

async function failedPage(page: Page) {
  await page.route("**/about", (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await page.locator("footer").getByRole("link", { name: "About Us" }).click();
  await page.getByText("Unexpected Application Error!").waitFor();
}

async function loadPictures(page: Page) {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
}
