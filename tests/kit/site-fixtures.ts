import { type BrowserContext, test as base, expect, type Page } from "@playwright/test";
import { readContent } from "../../src/content/read-content.ts";
import { typesetContent } from "../../src/content/typeset.ts";
import { type ConsultationRequest, endpoint, mapFields } from "../../src/requests/request.ts";
import { type BuiltServer, startBuiltServer } from "./server-process.ts";

export { expect };

/** The words of the studio that journeys are made in: none of them is the real one's. */
export const content = typesetContent(readContent("tests/example-studio"));

/**
 * Playwright starts a worker and a browser for each set of fixtures that last as long as a worker. Every journey has these,
 * so that two workers play all of them. What a file starts for itself it starts and stops around its journeys.
 */
export const journeyTest = base.extend<object, { server: BuiltServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      await using server = await startBuiltServer();
      await use(server);
    },
    { scope: "worker" },
  ],
});

/** Without a graphics card, painting these takes a fifth of a browser's time. No journey looks at them. */
export const plainPage = "body { background: var(--ground) !important } .window-light::before { display: none }";

/**
 * Paints the pages of a browser plainly, and returns what goes wrong in them from now on: errors on the console, breaches
 * of the content policy and requests to other sites.
 */
export async function watchPages(
  context: BrowserContext,
  origin: string,
  expected: RegExp,
  { style = plainPage, faults = /./ } = {},
) {
  const errors: string[] = [];
  const add = (error: string) => expected.test(error) || errors.push(error);
  context.on("console", (message) => message.type() === "error" && faults.test(message.text()) && add(message.text()));
  context.on("weberror", (event) => add(event.error().message));
  context.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.origin !== origin) add(`A request to ${url.origin}`);
  });
  await context.addInitScript((css) => {
    const plain = new CSSStyleSheet();
    plain.replaceSync(css);
    document.adoptedStyleSheets.push(plain);
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error(`Content policy: ${violatedDirective} ${blockedURI}`),
    );
  }, style);
  return errors;
}

export const test = journeyTest.extend<{
  /** What went wrong in a page. A journey that means to cause an error takes it out. */
  pageErrors: string[];
}>({
  baseURL: ({ server }, use) => use(server.origin),
  pageErrors: [
    async ({ context, server }, use) => {
      // Firefox calls it an error when a page is left before its script has come.
      const errors = await watchPages(context, server.origin, /^error loading dynamically imported module/);
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

/** Waits until the page's script has taken over, and its form if it has one. */
export async function waitUntilReady(page: Page) {
  await page.locator("[aria-controls=nav][aria-expanded]").waitFor({ state: "attached" });
  if (new URL(page.url()).pathname !== "/contact") return;
  // The form wakes when its reader moves.
  for (const x of [0, 1]) await page.mouse.move(x, 0);
  await page.locator("form[data-live]").waitFor();
}

export async function openPage(page: Page, path: string) {
  await page.goto(path);
  await waitUntilReady(page);
}

/** Lets nothing that is asked for at this address through, until it is released. */
export async function hold(page: Page, url: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

export const visitor: ConsultationRequest = {
  ...mapFields((field) => `Any ${field}`),
  name: "Zoë O'Brien",
  email: "zoe.obrien+studio@example.com",
  phone: "+1 (780) 555-0100 ext. 4",
  treatment: "Sea Clay Facial",
  message: "Evenings suit me best.\nIs parking close?",
};

export async function fillForm(page: Page, values: Partial<ConsultationRequest> = visitor) {
  for (const [field, value] of Object.entries(values)) await page.locator(`#${field}`).fill(value);
}

export const functionUrl = `**${endpoint}`;

/** Reads the values of the fields. */
export const readFields = (page: Page) =>
  page.evaluate(
    (fields) => Object.fromEntries(fields.map((id) => [id, document.querySelector<HTMLInputElement>(`#${id}`)?.value])),
    Object.keys(visitor),
  );

export const submitButton = (page: Page) => page.locator("form button[type=submit]");
export const errorSummary = (page: Page) => page.locator("#check");
export const successNotice = (page: Page) => page.locator("#sent");
export const failureNotice = (page: Page) => page.locator("#failed");
