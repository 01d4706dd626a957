import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { buildIfChanged } from "../../src/build/build-if-changed.ts";
import { listPictureFiles } from "../../src/content/content-folder.ts";
import { readContent } from "../../src/content/read-content.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readBuildSettings } from "../../src/settings/settings.ts";
import { startEditor } from "../../tests/kit/editor-process.ts";
import { findChromium } from "../../tests/kit/find-chromium.ts";
import { type HostedSite, startHostedSite } from "../../tests/kit/hosted-site.ts";
import { phone, publishFromPhone } from "../../tests/kit/publish-from-phone.ts";
import { buildOnce } from "../../tests/reliability/servers.ts";

/** Takes the pictures of docs/editing.md: an owner's first steps on a copy of the studio's own content. */
const folder = "docs/editing";
const maxBytes = 60_000;

const settings = readBuildSettings(loadEnvironment());
const { contentFolder } = settings;
const { treatments } = readContent(contentFolder);
const [photograph = ""] = listPictureFiles(contentFolder).values();
mkdirSync(folder, { recursive: true });
// The editor takes this build over, and publishes from it.
buildOnce();
if (!buildIfChanged(settings)) throw new Error("The site could not be built.");
const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-gpu"] });
await takePhoneShots(await startHostedSite({ content: contentFolder, build: settings.buildFolder }));
const editor = await startEditor(contentFolder);
const viewport = { width: 1440, height: 900 };
const page = await browser.newPage({ baseURL: editor.origin, viewport, reducedMotion: "reduce" });
await page.goto(editor.address);

await openEntry("studio");
await page.getByLabel("Line of hours 2, Closes").fill("16:00");
const sentence = page.getByLabel("Hours as visitors read them");
await sentence.fill((await sentence.inputValue()).replace(/\d+$/, "4"));
await save();
await takeShot("hours");
await page.getByLabel("First day").fill("2026-12-24");
await page.getByLabel("Last day").fill("2027-01-02");
await page.getByLabel("The studio on these days").selectOption("closed");
await page.getByLabel("What it says").first().fill("Closed 24 December to 2 January");
await save();
await takeShot("notice");
await openEntry("replies");
await takeShot("replies");

await openEntry("testimonials");
await press("Add a review");
const row = page.locator(".rows > li").last();
// The first treatment is taken out of the offer below, which no review may name.
await row.getByLabel("Treatment", { exact: true }).fill([...treatments.values()].at(-1)?.name ?? "");
await row.getByLabel("What the client wrote").fill("Calm, unhurried, and she told me what I did not need.");
await row.getByLabel("Rating").fill("5");
await row.getByLabel("Name", { exact: true }).fill("Dana K.");
await save();
await takeShot("review");

await openEntry("about");
await press(/^Change or crop/);
await page.locator("input[type=file]").setInputFiles({
  name: "IMG_4127.jpg",
  mimeType: "image/jpeg",
  buffer: await sharp(join(contentFolder, photograph)).resize(1200, 1600).jpeg().toBuffer(),
});
await page.getByText("New picture not saved yet").waitFor();
await page.getByLabel("Is a person in it?").selectOption("Yes, with their signed consent");
await page.getByLabel("What the picture shows").fill("At the window of the studio, in even light.");
await takeShot("picture");
await press("Save picture");
await page.getByText(/^Saved/).waitFor();

await page.goto("/edit/");
await page.goto(`/edit/${await page.locator(".sidebar details details a").first().getAttribute("href")}`);
await page.locator("iframe").waitFor();
await page.waitForTimeout(2500);
await page.getByRole("textbox", { name: "Aftercare" }).click();
await page.keyboard.press("Control+End");
await page.keyboard.type(" Call me with any question.");
await page.getByLabel("Price from").fill("$90");
await save();
const comfort = page.getByLabel("Comfort Level", { exact: true });
await comfort.focus();
await page.frameLocator("iframe[data-shown]").locator("[data-highlighted]").waitFor();
await takeShot("words");

const notOffered = page.getByLabel("Not offered at present");
await notOffered.check();
await waitForSaved();
await takeShot("not-offered");
await notOffered.uncheck();
await waitForSaved();

const summary = page.getByLabel("Summary").first();
const words = await summary.inputValue();
await summary.fill("It cures skin, planned on the day.");
await comfort.focus();
await page.getByRole("link", { name: "to fix" }).first().waitFor();
await summary.focus();
await page.frameLocator("iframe[data-shown]").locator("[data-highlighted]").waitFor();
await takeShot("mend");
await summary.fill(`${words.replace(/\.$/, "")} today.`);
await save();

await page.goto("/edit/#history");
await takeShot("history");
await press(/^Undo this/);
await page.goto("/edit/#publish");
await takeShot("publish");
const site = await editor.startSite();
await press("Publish now");
await page.getByText("Nothing was interrupted.").waitFor({ timeout: 90_000 });
await takeShot("live");
await site.stop();
await page.goto("/edit/#to-do");
await takeShot("launch");
await browser.close();
await editor.stop();
console.log(`The pictures are in ${resolve(folder)}`);

async function openEntry(entry: string) {
  await page.goto(`/edit/#words/${entry}`);
  await page.locator(".form__body .field").first().waitFor();
  await page.waitForTimeout(1500);
}

function press(name: string | RegExp) {
  return page.getByRole("button", { name }).first().click();
}

async function save() {
  await page.keyboard.press("Control+s");
  await waitForSaved();
}

function waitForSaved() {
  return page.getByText("The page shows it.").waitFor();
}

async function takeShot(name: string) {
  await page.waitForTimeout(1200);
  await writeShot(name, await page.screenshot());
}

/** The journey from a phone, against a real server with its limit of memory, as two strips of three screens. */
async function takePhoneShots(hosted: HostedSite) {
  const screens = new Map<string, Buffer>();
  const { visitor } = await publishFromPhone(browser, hosted, {
    hours: "Appointments Mon to Fri until half past four",
    look: async (name, page) => {
      if (name === "visitor") await page.getByText("half past four").scrollIntoViewIfNeeded();
      if (name === "hours")
        await page
          .getByLabel("Hours as visitors read them")
          .evaluate((field) => field.scrollIntoView({ block: "center" }));
      await page.waitForTimeout(1200);
      screens.set(name, await page.screenshot());
    },
  });
  await visitor.context().close();
  const strip = (...names: string[]) => joinScreens(names.map((name) => screens.get(name) ?? Buffer.alloc(0)));
  await writeShot("phone", await strip("sign-in", "desk", "hours"));
  await writeShot("phone-live", await strip("publish", "live", "visitor"));
  await hosted.stop();
}

function joinScreens(screens: Buffer[]): Promise<Buffer> {
  const [gap, { width, height }] = [24, phone];
  const strip = { width: screens.length * (width + gap) - gap, height, channels: 3, background: "#cfd6d2" } as const;
  return sharp({ create: strip })
    .composite(screens.map((input, at) => ({ input, top: 0, left: at * (width + gap) })))
    .png()
    .toBuffer();
}

/** The best quality of which the picture is still small. */
async function writeShot(name: string, png: Buffer) {
  for (const quality of [80, 65, 50, 40, 30]) {
    const webp = await sharp(png).resize(1200).webp({ quality, effort: 6 }).toBuffer();
    writeFileSync(join(folder, `${name}.webp`), webp);
    if (webp.length <= maxBytes) return;
  }
}
