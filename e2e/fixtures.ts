import { test as base, type ConsoleMessage, expect, type Page } from "@playwright/test";
import { slugs } from "../site/content/slugs.ts";
import { type RunningServer, startServer } from "./server.ts";

export { expect };

/** The twenty-six pages. */
export const pages = [
  "/",
  "/about",
  "/treatments",
  ...slugs.map((slug) => `/treatments/${slug}`),
  "/results",
  "/testimonials",
  "/contact",
  "/privacy",
];

interface Watched {
  /** Errors on the console, breaches of the content policy and requests to other sites. A journey that means to cause one takes it out. */
  trouble: string[];
}

export const test = base.extend<Watched, { server: RunningServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  baseURL: ({ server }, use) => use(server.origin),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
  trouble: async ({}, use) => {
    const trouble: string[] = [];
    await use(trouble);
    expect(trouble).toEqual([]);
  },
  page: async ({ page, server, trouble }, use) => {
    await page.addInitScript(() => {
      addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
        console.error(`Content policy: ${violatedDirective} ${blockedURI}`),
      );
    });
    page.on("console", (message: ConsoleMessage) => message.type() === "error" && trouble.push(message.text()));
    page.on("pageerror", ({ message }) => trouble.push(message));
    page.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith("http") && origin !== server.origin) trouble.push(`A request to ${origin}`);
    });
    await use(page);
  },
});

/** Reaches for the page, as a visitor would, and waits until its script has taken over. */
export async function ready(page: Page) {
  await page.evaluate(() => dispatchEvent(new Event("pointerover")));
  await page.locator("[aria-controls=nav][aria-expanded]").waitFor({ state: "attached" });
}

export async function open(page: Page, path: string) {
  await page.goto(path);
  await ready(page);
}

export const visitor = {
  name: "Zoë O'Brien",
  email: "zoe.obrien+studio@example.com",
  phone: "+1 (780) 555-0100 ext. 4",
  treatment: "Custom Facials",
  message: "Evenings suit me best.\nIs parking close?",
};

export async function fillIn(page: Page, values: Partial<typeof visitor> = visitor) {
  for (const [field, value] of Object.entries(values)) await page.locator(`#${field}`).fill(value);
}

export const functionCall = "**/functions/v1/send-contact-email";
