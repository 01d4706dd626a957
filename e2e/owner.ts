import { test as base, expect, type Locator, type Page } from "@playwright/test";
import { patient } from "../commands/patience.ts";
import { expectNoViolations as judge } from "./axe.ts";
import { type OpenedEditor, openEditor } from "./opened-editor.ts";

export { expect };

/** The owner at an editor of this file's own: each journey goes on where the one before it ended. */
export const ownersTest = () =>
  base.extend<{ owner: Page }, { editor: OpenedEditor }>({
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
      // A page that is loaded anew while it loads leaves a word of it.
      const expected = /^WebSocket|^Transition was|^error loading dynamically imported module/;
      page.on("pageerror", ({ message }) => !expected.test(message) && trouble.push(message));
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

/** Clicks on words of the page until their field has focus: the frame may be loading anew. */
export const point = (place: Locator, field: Locator) =>
  expect(async () => {
    await (isYoung ? place.dispatchEvent("click") : place.click());
    await expect(field).toBeFocused({ timeout: patient(2_000) });
  }).toPass();

/** Firefox 153 crashes when axe looks at a page whose frame was loaded anew; what it judges is the same in Chromium. */
export const expectNoViolations: typeof judge = async (page, widths) => {
  if (!isYoung) await judge(page, widths);
};
