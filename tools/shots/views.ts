import type { Browser, Page } from "@playwright/test";
import { patient } from "../../tests/kit/patience.ts";
import { fillForm, functionUrl, visitor, waitUntilReady } from "../../tests/kit/site-fixtures.ts";

export const widths = [390, 768, 1440];

export interface View {
  name: string;
  path: string;
  /** Brings the page into the state to be shown. */
  prepare?: (page: Page) => Promise<unknown>;
  /** The state covers the screen, so only the visible part is taken. */
  viewportOnly?: boolean;
}

/** Lists every page, and the states that only a visitor's action causes. */
export const listViews = (addresses: Iterable<string>): View[] => [
  ...[...addresses].sort().map((path) => ({ name: path.slice(1).replaceAll("/", "-") || "home", path })),
  { name: "not-found", path: "/nope" },
  { name: "failure", path: "/", prepare: openFailedPage },
  { name: "menu-open", path: "/", prepare: openMenu, viewportOnly: true },
  { name: "contact-mistakes", path: "/contact", prepare: sendEmpty },
  { name: "contact-sending", path: "/contact", prepare: (page) => sendTo(page, undefined) },
  { name: "contact-thanks", path: "/contact", prepare: (page) => sendTo(page, 200) },
  { name: "contact-refused", path: "/contact", prepare: (page) => sendTo(page, 400) },
];

/** Animations are off. The content policy is bypassed, because it would forbid the style that planted faults add. */
export async function openTab(browser: Browser, origin: string, width: number) {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height: width < 600 ? 844 : 900 },
    reducedMotion: "reduce",
    bypassCSP: true,
  });
  context.setDefaultTimeout(patient(120_000));
  return context.newPage();
}

/** Waits until nothing changes any more: fonts and pictures are loaded, and the layout is final. */
export async function waitUntilStable(page: Page, style: string) {
  // The mouse moves away, because an element under it might show its hover state or not yet.
  await page.mouse.move(0, 0);
  await page.addStyleTag({
    content: `*,::before,::after{animation:none!important;transition:none!important}${style}`,
  });
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    await document.fonts.ready;
    // Pages of revisions whose script names the font take it into use all at once.
    const [byParts] = document.querySelectorAll("[data-navigation]:not([data-font])");
    while (byParts && document.body.dataset.font === undefined) await new Promise(requestAnimationFrame);
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
    let height = -1;
    while (height !== document.documentElement.scrollHeight) {
      height = document.documentElement.scrollHeight;
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    }
    // The focus ring depends on whether a key or a tap came last, which varies on a slow machine.
    (document.activeElement as HTMLElement | null)?.blur();
    scrollTo({ top: 0, behavior: "instant" });
    await new Promise(requestAnimationFrame);
  });
}

async function sendEmpty(page: Page) {
  await waitUntilReady(page);
  await send(page);
  await page.locator("[aria-invalid=true]").first().waitFor();
}

async function sendTo(page: Page, status: number | undefined) {
  await waitUntilReady(page);
  const json = { ok: true, reference: "SHOT" };
  await page.route(functionUrl, (route) => (status ? route.fulfill({ status, json }) : undefined));
  const { treatment: _, ...values } = visitor;
  await fillForm(page, values);
  const answered = status ? page.waitForResponse(functionUrl) : page.waitForRequest(functionUrl);
  await send(page);
  await answered;
  await page.waitForTimeout(300);
}

const send = (page: Page) => page.locator("form button[type=submit]").click();

async function openMenu(page: Page) {
  await waitUntilReady(page);
  const toggle = page.locator("header button");
  if (await toggle.isVisible()) await toggle.click();
}

async function openFailedPage(page: Page) {
  await waitUntilReady(page);
  await page.route("**/about", (route) => route.fulfill({ contentType: "text/html", body: "" }));
  const title = await page.title();
  await page.locator('footer a[href="/about"]').click();
  await page.waitForFunction((before) => document.title !== before, title);
}
