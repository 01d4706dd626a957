import { test as base, expect, type Page } from "@playwright/test";
import { readContent } from "../../src/content/read-content.ts";
import { typesetContent } from "../../src/content/typeset.ts";
import { type ConsultationRequest, endpoint, mapFields } from "../../src/requests/request.ts";
import { type BuiltServer, startBuiltServer } from "./built-server.ts";

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
      const server = await startBuiltServer();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
});

interface ErrorFixtures {
  /** Errors on the console, breaches of the content policy and requests to other sites. A journey that means to cause one takes it out. */
  pageErrors: string[];
}

export const test = journeyTest.extend<ErrorFixtures>({
  baseURL: ({ server }, use) => use(server.origin),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  pageErrors: async ({}, use) => {
    const errors: string[] = [];
    await use(errors);
    expect(errors).toEqual([]);
  },
  page: async ({ page, server, pageErrors }, use) => {
    await preparePage(page);
    collectErrors(page, server, pageErrors);
    await use(page);
  },
});

const preparePage = (page: Page) =>
  page.addInitScript(() => {
    // Without a graphics card, painting these takes a fifth of a browser's time. No journey looks at them.
    const plain = new CSSStyleSheet();
    plain.replaceSync("body { background: var(--ground) !important } .window-light::before { display: none }");
    document.adoptedStyleSheets.push(plain);
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error(`Content policy: ${violatedDirective} ${blockedURI}`),
    );
  });

function collectErrors(page: Page, server: BuiltServer, errors: string[]) {
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  // Firefox calls it an error when a page is left before its script has come.
  const left = /^error loading dynamically imported module/;
  page.on("pageerror", ({ message }) => left.test(message) || errors.push(message));
  page.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith("http") && origin !== server.origin) errors.push(`A request to ${origin}`);
  });
}

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
