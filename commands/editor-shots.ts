import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { openEditor } from "../e2e/opened-editor.ts";
import { contentFolder } from "../studio/content.ts";
import { findChromium } from "./chromium.ts";

/** The pictures of docs/editing.md, from a copy of the studio's own words. */
const folder = "docs/editing";
const largest = 60_000;

export async function takeEditorShots() {
  mkdirSync(folder, { recursive: true });
  const editor = await openEditor(contentFolder);
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-gpu"] });
  const page = await browser.newPage({
    baseURL: editor.origin,
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
  });
  const shoot = async (name: string) => {
    await page.waitForTimeout(1200);
    writeFileSync(join(folder, `${name}.webp`), await small(await page.screenshot()));
  };

  await page.goto("/edit/");
  const treatment = page.locator(".rail details details a").first();
  await page.goto(`/edit/${await treatment.getAttribute("href")}`);
  await page.locator("iframe").waitFor();
  await page.waitForTimeout(2500);
  await page.getByLabel("Comfort Level").focus();
  await page.locator(".lamp-tag").waitFor();
  await shoot("words");

  const summary = page.getByLabel("Summary");
  const words = await summary.inputValue();
  await summary.fill("It cures skin, planned on the day.");
  await page.getByLabel("Comfort Level").focus();
  await page.getByRole("link", { name: /^\d+ things? to mend/ }).click();
  await page.locator(".form__body textarea").first().focus();
  await page.locator(".lamp-tag").waitFor();
  await shoot("mend");
  await page
    .locator(".form__body textarea")
    .first()
    .fill(`${words.replace(/\.$/, "")} today.`);
  await page.keyboard.press("Control+s");
  await page.getByText("Nothing to mend").waitFor();

  await change(page, "studio", "Hours as visitors read them", (text) => text.replace(/\d+$/, "4"));
  await change(page, "home", "Title in search engines", (text) => text.replace(/^\S+ /, ""));
  await page.goto("/edit/#picture/about");
  await page.getByLabel("What the picture shows").focus();
  await shoot("picture");
  await page.goto("/edit/#history");
  await shoot("history");
  await page.goto("/edit/#publish");
  await shoot("publish");
  await page.goto("/edit/#launch");
  await shoot("launch");
  await browser.close();
  await editor.stop();
  console.log(`The pictures are in ${resolve(folder)}`);
}

async function change(page: Page, entry: string, label: string, words: (text: string) => string) {
  await page.goto(`/edit/#words/${entry}`);
  const field = page.getByLabel(label);
  await field.fill(words(await field.inputValue()));
  await page.keyboard.press("Control+s");
  await page.getByText("The page shows it.").waitFor();
}

async function small(png: Buffer): Promise<Buffer> {
  for (const quality of [80, 65, 50, 40, 30]) {
    const webp = await sharp(png).resize(1200).webp({ quality, effort: 6 }).toBuffer();
    if (webp.length <= largest || quality === 30) return webp;
  }
  throw new Error("There is no quality left to try.");
}
