import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { findChromium } from "../scripts/chromium.ts";
import { finishPages } from "../scripts/finish-pages.ts";
import { openPages, type Pages } from "../server/pages.ts";
import { startHome } from "./local/home.ts";

// The machine may be busy with other things.
const patience = 25_000;
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const values = { name: "Zoë O'Brien", email: "o'brien+tag@example.com", phone: "+1 (780) 555-0100", message: "Hi" };
const folder = mkdtempSync(join(tmpdir(), "static-"));

let pages: Pages | undefined;
let home: Awaited<ReturnType<typeof startHome>>;
let browser: Browser;
/** Any host of static files: it knows nothing of the function, which lives on another origin. */
const host = createServer((request, response) => pages?.answer(request, response));

beforeAll(async () => {
  await new Promise<void>((resolve) => host.listen(0, "127.0.0.1", resolve));
  home = await startHome({ SITE_URL: site(), ALLOWED_ORIGINS: site() });
  pages = openPages(build({ BACKEND_URL: home.url, BACKEND_KEY: "public-anonymous-key" }));
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  browser = await chromium.launch({ executablePath: findChromium(), args });
});
afterAll(async () => {
  await browser?.close();
  host.close();
  host.closeAllConnections();
  await home?.stop();
  rmSync(folder, { recursive: true });
});
beforeEach(() => void home.resend.sent.splice(0));

const site = () => `http://127.0.0.1:${(host.address() as AddressInfo).port}`;

/** The pages alone: pictures take longer and prove nothing here. */
function build(settings: Record<string, string>): string {
  const parts = ["site", "content", "consultations", "scripts", "public"];
  const files = ["vite.config.ts", "react-router.config.ts", "tsconfig.json", "package.json"];
  for (const part of [...parts, ...files]) cpSync(part, join(folder, part), { recursive: true });
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"));
  const args = [resolve("node_modules/@react-router/dev/bin.cjs"), "build", "--logLevel", "warn"];
  const env = { ...process.env, NODE_ENV: "production", ...settings };
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`The pages could not be built: ${stderr}`);
  finishPages(join(folder, "build/client"));
  return join(folder, "build/client");
}

async function openForm(javaScriptEnabled: boolean): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(`${site()}/contact`);
  if (javaScriptEnabled) await page.locator("form[data-live]").waitFor();
  for (const [field, value] of Object.entries(values)) await page.locator(`#${field}`).fill(value);
  return page;
}

describe.each([
  ["with script", true],
  ["without script", false],
])("the form on a static host, %s", (_, javaScriptEnabled) => {
  it("reaches the function on its own origin, thanks, and is delivered", async () => {
    const page = await openForm(javaScriptEnabled);
    await page.locator("form button[type=submit]").click();
    await page.locator("#sent").waitFor({ state: "visible", timeout: patience });
    expect(await page.locator("#failed").isVisible()).toBe(false);
    expect(page.url().startsWith(`${site()}/contact`)).toBe(true);
    await vi.waitFor(() => expect(home.resend.sent).toMatchObject([{ reply_to: values.email }]), patience);
    const [request] = await home.store.list();
    expect(request).toMatchObject({ ...values, flags: [] });
    await home.store.remove(request?.reference ?? "");
  });

  it("says so when nothing could be stored", async () => {
    const page = await openForm(javaScriptEnabled);
    await rename("consultations", "out_of_reach");
    onTestFinished(() => rename("out_of_reach", "consultations"));
    await page.locator("form button[type=submit]").click();
    await page.locator("#failed").waitFor({ state: "visible", timeout: patience });
    expect(await page.locator("#sent").isVisible()).toBe(false);
    if (javaScriptEnabled) expect(await page.locator("#message").inputValue()).toBe(values.message);
  });
});

async function rename(from: string, to: string): Promise<void> {
  const client = new Client(home.database);
  await client.connect();
  await client.query(`ALTER SCHEMA ${from} RENAME TO ${to}`);
  await client.end();
}
