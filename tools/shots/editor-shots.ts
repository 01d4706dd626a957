import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium, type Locator } from "@playwright/test";
import sharp from "sharp";
import { buildIfChanged } from "../../src/build/build-if-changed.ts";
import { listPictureFiles } from "../../src/content/content-folder.ts";
import { readContent } from "../../src/content/read-content.ts";
import { endpoint } from "../../src/requests/request.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readBuildSettings } from "../../src/settings/settings.ts";
import { chromiumFlags, findChromium } from "../../tests/kit/find-chromium.ts";
import { startHostedSite } from "../../tests/kit/hosted-site.ts";

/** Takes the twelve pictures of docs/editing.md and docs/desk.md, on a copy of the studio's own content. */
const folder = "docs/editing";
const maxBytes = 70_000;
const computer = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

const settings = readBuildSettings(loadEnvironment());
const { contentFolder } = settings;
const { treatments } = readContent(contentFolder);
const [photograph = ""] = listPictureFiles(contentFolder).values();
const [slug = ""] = treatments.keys();
const name = treatments.get(slug)?.name ?? "";
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
if (!buildIfChanged(settings)) throw new Error("The site could not be built.");
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumFlags });
const hosted = await startHostedSite({ content: contentFolder, build: settings.buildFolder });
const page = await browser.newPage({ baseURL: hosted.site, viewport: phone, reducedMotion: "reduce", hasTouch: true });

await page.goto("/desk");
await press("Send me a link");
await page.goto(await hosted.signInLink());
const opening = [await screen()];
await press("Open the desk here");
opening.push(await screen());
await page.getByRole("link", { name: "Edit the site" }).click();
await page.locator("#menu").click();
opening.push(await screen());
await write("open", opening);

await openEntry("studio");
const sentence = page.getByLabel("Hours as visitors read them");
await sentence.fill((await sentence.inputValue()).replace(/\d+$/, "4"));
await save();
await take("words", sentence);
await page.getByLabel("First day").fill("2026-12-24");
await page.getByLabel("Last day").fill("2027-01-02");
await page.getByLabel("The studio on these days").selectOption("closed");
await page.getByLabel("What it says").first().fill("Closed 24 December to 2 January");
await save();
await take("notice", page.getByLabel("What it says").first());

await openEntry("testimonials");
await press("Add a review");
const row = page.locator(".rows > li").last();
await row.getByLabel("Name", { exact: true }).fill("Dana K.");
await row.getByLabel("Treatment", { exact: true }).fill(name);
await row.getByLabel("What the client wrote").fill("Calm, unhurried, and she told me what I did not need.");
await row.getByLabel("Rating").fill("5");
await row.getByLabel("How they agreed").selectOption("Written");
await row.getByLabel("On which day").fill("2026-11-15");
await save();
await take("review", row.getByLabel("What the client wrote"), row.getByLabel("On which day"));

await openEntry("about");
await press(/^Change or crop/);
await page.locator("input[type=file]").setInputFiles({
  name: "IMG_4127.jpg",
  mimeType: "image/jpeg",
  buffer: await sharp(join(contentFolder, photograph)).resize(1200, 1600).jpeg().toBuffer(),
});
await page.getByText("New picture not saved yet").waitFor();
await page.getByLabel("What the picture shows").fill("At the window of the studio, in even light.");
await take("picture", page.getByLabel("What the picture shows"), page.getByRole("button", { name: /^Focal point/ }));

await openEntry(`treatments/${slug}`);
await page.getByLabel("Price from").fill("90");
await save();
await take("treatment", page.getByLabel("Price from"));
await page.goto("/edit/#new-treatment/");
await page.getByLabel("Name").fill("Mandelic Peel");
await page.getByLabel("What it does").fill("a slow acid from almonds");
await take("new-treatment");

await page.goto("/edit/#history");
await take("history");
await page.goto("/edit/#publish");
await take("publish");

await openEntry(`treatments/${slug}`);
await page.getByLabel("Summary").first().fill("It cures skin, planned on the day.");
await page.getByLabel("Price from").focus();
await page.getByText("Not saved yet: kept in this browser").waitFor();
await page.goto("/edit/#to-do");
await take("to-do");

for (const [visitor, treatment, message] of [
  ["Harpreet Gill", name, "Chin and neck, in even light. The wedding is on February 20: is there enough time?"],
  ["Mei-Lin Chow", "", "A gift for my mother, who is 71 and has dry skin. What would you suggest?"],
])
  await fetch(hosted.site + endpoint, {
    method: "POST",
    headers: { "content-type": "application/json", origin: hosted.site },
    body: JSON.stringify({ name: visitor, email: "visitor@example.com", phone: "780-555-0171", treatment, message }),
  });
await page.goto("/desk");
await take("desk");
await page.getByRole("link", { name: "Harpreet Gill" }).first().click();
const answering = [await screen()];
await press("Mark as answered");
answering.push(await screen());
await write("request", answering);
await browser.close();
await hosted.stop();
console.log(`The pictures are in ${resolve(folder)}`);

async function openEntry(entry: string) {
  await page.goto(`/edit/#words/${entry}`);
  await page.locator(".form__body .field").first().waitFor();
}

function press(button: string | RegExp) {
  return page.getByRole("button", { name: button }).first().click();
}

async function save() {
  await page.keyboard.press("Control+s");
  await page.getByText("The page shows it.").waitFor();
}

async function screen() {
  await page.waitForTimeout(1500);
  return page.screenshot();
}

/** The screen as a computer and a phone show it, beside each other, with what is being written in sight. */
async function take(picture: string, onComputer?: Locator, onPhone = onComputer) {
  const shown = [];
  for (const [viewport, field] of [
    [computer, onComputer],
    [phone, onPhone],
  ] as const) {
    await page.setViewportSize(viewport);
    await field?.focus();
    await field?.evaluate((control) => control.scrollIntoView({ block: "center" }));
    shown.push(await screen());
  }
  await write(picture, shown);
}

/** Joins screens, at the best quality of which the picture is still small. */
async function write(picture: string, screens: Buffer[]) {
  const gap = 24;
  const sizes = await Promise.all(screens.map((png) => sharp(png).metadata()));
  const left = sizes.map((_, at) => sizes.slice(0, at).reduce((sum, { width = 0 }) => sum + width + gap, 0));
  const width = sizes.reduce((sum, size) => sum + (size.width ?? 0) + gap, -gap);
  const height = Math.max(...sizes.map((size) => size.height ?? 0));
  const strip = await sharp({ create: { width, height, channels: 3, background: "#cfd6d2" } })
    .composite(screens.map((input, at) => ({ input, top: 0, left: left[at] ?? 0 })))
    .png()
    .toBuffer();
  for (const quality of [80, 65, 50, 40, 30]) {
    const small = sharp(strip).resize({ width: 1500, withoutEnlargement: true });
    const webp = await small.webp({ quality, effort: 6 }).toBuffer();
    writeFileSync(join(folder, `${picture}.webp`), webp);
    if (webp.length <= maxBytes) return;
  }
}
