import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { type OpenedEditor, openEditor } from "./opened-editor.ts";

export { expect };

/** The owner at her editor: journeys of one file go on where the one before ended. */
export const test = base.extend<{ owner: Page }, { editor: OpenedEditor }>({
  editor: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const editor = await openEditor();
      await use(editor);
      await editor.stop();
    },
    { scope: "worker" },
  ],
  owner: async ({ browser, editor }, use) => {
    const context = await browser.newContext({ baseURL: editor.origin, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const trouble: string[] = [];
    // Pages served while editing look for a socket that this server does not offer, and do without.
    page.on("pageerror", ({ message }) => !/^WebSocket closed|^Transition was/.test(message) && trouble.push(message));
    page.on("request", (request) => new URL(request.url()).origin !== editor.origin && trouble.push(request.url()));
    await use(page);
    await context.close();
    expect(trouble.filter((line) => !/^(data|blob):/.test(line))).toEqual([]);
  },
});

export const foot = (page: Page) => page.locator(".form__foot");
export const preview = (page: Page) => page.frameLocator("iframe");

export async function open(page: Page, entry: string, title?: string) {
  await page.goto(`/edit/#words/${entry}`);
  if (title) await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.locator(".form__body .field").first()).toBeVisible();
}

/** Firefox's young driver sets a value behind React's back, and cannot click in a frame that is shown smaller than it is. */
const isYoung = Boolean(process.env.FIREFOX_PATH);

export async function write(field: Locator, words: string) {
  if (!isYoung) return field.fill(words);
  await field.focus();
  await field.evaluate((element, value) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), "value")?.set?.call(element, value);
    element.dispatchEvent(new Event("input", { bubbles: true }));
  }, words);
}

export const point = (place: Locator) => (isYoung ? place.dispatchEvent("click") : place.click());
