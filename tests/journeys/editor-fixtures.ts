import { pathToFileURL } from "node:url";
import type { BrowserContext, Locator, Page } from "@playwright/test";
import { writeOpeningPage } from "../../src/http/open-browser.ts";
import { type RunningEditor, startEditor } from "../kit/editor-process.ts";
import { patient } from "../kit/patience.ts";
import { expect, journeyTest, plainPage, watchPages } from "../kit/site-fixtures.ts";

export { expect, type RunningEditor };

/** Without a graphics card the light on a page takes long to paint, and axe judges no contrast with it. */
const plainEditor = ".top-bar { background: var(--dusk) !important } .sidebar { background: var(--ground) !important }";
export const noPage = "[data-build] body { display: none }";

/** Of the console only these: browsers also tell there of whatever is refused or not answered, which the window handles. */
const faults = /Content.(Security.)?Policy/i;
/** The policy keeps the styles of pasted text away, as it should. Firefox reports a request whose page is left. */
const expected = /^(Applying inline style|Content policy: style-src|The editor does not answer)/;

const viewport = { width: 1440, height: 900 };

/**
 * One editor for each test file, so that every journey continues where the one before ended. Laying out and painting the
 * page in the preview takes a third of a browser's time, so a file whose journeys do not look at it leaves it out.
 */
export function createEditorTest({ previewStyle = plainPage } = {}) {
  let running: RunningEditor;
  let admitted: BrowserContext;
  let errors: string[];

  const test = journeyTest.extend<{ owner: Page; editor: RunningEditor }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    editor: ({}, use) => use(running),
    // All journeys of a file are in one window, since opening one costs more than most of them do.
    owner: async ({ editor: _ }, use) => {
      const [page = await admitted.newPage(), ...others] = admitted.pages();
      for (const window of others) await window.close();
      await use(page);
      await page.unrouteAll();
      await page.setViewportSize(viewport);
      expect(errors.splice(0)).toEqual([]);
    },
  });

  test.beforeAll(async ({ browser }) => {
    running = await startEditor();
    // The browser is admitted once, and keeps the editor's files for the next journey.
    admitted = await browser.newContext({ baseURL: running.origin, viewport, reducedMotion: "reduce" });
    const page = await admitted.newPage();
    // It is given a file that leads to the address, as by `npm run edit`.
    const openingPage = test.info().outputPath("open.html");
    writeOpeningPage(running.address, openingPage);
    await page.goto(pathToFileURL(openingPage).href);
    await expect(page).toHaveURL(`${running.origin}/edit/`);
    await page.close();
    errors = await watchPages(admitted, running.origin, expected, { style: plainEditor + previewStyle, faults });
  });
  test.afterAll(async () => {
    await admitted?.close();
    await running?.stop();
  });
  return test;
}

export const formFooter = (page: Page) => page.locator(".form__foot");
export const preview = (page: Page) => page.frameLocator("iframe[data-shown]");

export async function openEntry(page: Page, entry: string, title?: string) {
  await page.goto(`/edit/#words/${entry}`);
  if (title) await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
  await expect(page.locator(".form__body .field").first()).toBeVisible();
}

/** Playwright's Firefox driver sets values without events that React sees, and cannot click inside a scaled frame. */
const isFirefox = Boolean(process.env.FIREFOX_PATH);

export async function fillField(field: Locator, text: string) {
  if (!isFirefox) return field.fill(text);
  await field.focus();
  await field.evaluate((element, value) => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), "value")?.set?.call(element, value);
    element.dispatchEvent(new Event("input", { bubbles: true }));
  }, text);
}

/** Clicks on text in the preview until its field has focus, because the frame may be reloading. */
export const clickUntilFocused = (target: Locator, field: Locator) =>
  expect(async () => {
    await (isFirefox ? target.dispatchEvent("click") : target.click());
    await expect(field).toBeFocused({ timeout: patient(2_000) });
  }).toPass();
