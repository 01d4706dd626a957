import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import sharp from "sharp";
import { buildIfChanged } from "../../src/build/build-if-changed.ts";
import { listPictureFiles } from "../../src/content/content-folder.ts";
import { readContent } from "../../src/content/read-content.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readBuildSettings } from "../../src/settings/settings.ts";
import { startEditor } from "../../tests/kit/editor-process.ts";
import { findChromium } from "../../tests/kit/find-chromium.ts";
import { startHostedSite } from "../../tests/kit/hosted-site.ts";
import { phone, publishFromPhone } from "../../tests/kit/publish-from-phone.ts";
import { buildOnce } from "../../tests/reliability/servers.ts";

/** Takes the pictures of docs/editing.md: an owner's first steps on a copy of the studio's own content. */
const folder = "docs/editing";
const maxBytes = 60_000;

export async function takeEditorShots() {
  mkdirSync(folder, { recursive: true });
  const settings = readBuildSettings(loadEnvironment());
  const { contentFolder } = settings;
  const { treatments } = readContent(contentFolder);
  const [photograph = ""] = listPictureFiles(contentFolder).values();
  // The editor takes this build over, and publishes from it.
  buildOnce();
  const editor = await startEditor(contentFolder);
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-gpu"] });
  if (!buildIfChanged(settings)) throw new Error("The site could not be built.");
  await takePhoneShots(browser, contentFolder, settings.buildFolder);
  const page = await browser.newPage({
    baseURL: editor.origin,
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
  });
  await page.goto(editor.address);
  const takeShot = async (name: string) => {
    await page.waitForTimeout(1200);
    writeFileSync(join(folder, `${name}.webp`), await compressShot(await page.screenshot()));
  };

  const waitForSaved = () => page.getByText("The page shows it.").waitFor();
  const openEntry = async (entry: string) => {
    await page.goto(`/edit/#words/${entry}`);
    await page.locator(".form__body .field").first().waitFor();
    await page.waitForTimeout(1500);
  };

  await openEntry("studio");
  await page.getByLabel("Line of hours 2, Closes").fill("16:00");
  const sentence = page.getByLabel("Hours as visitors read them");
  await sentence.fill((await sentence.inputValue()).replace(/\d+$/, "4"));
  await page.keyboard.press("Control+s");
  await waitForSaved();
  await takeShot("hours");
  await page.getByLabel("First day").fill("2026-12-24");
  await page.getByLabel("Last day").fill("2027-01-02");
  await page.getByLabel("The studio on these days").selectOption("closed");
  await page.getByLabel("What it says").first().fill("Closed 24 December to 2 January");
  await page.keyboard.press("Control+s");
  await waitForSaved();
  await takeShot("notice");
  await page.getByRole("button", { name: "Replies ready to send" }).click();
  await takeShot("replies");

  await openEntry("testimonials");
  await page.getByRole("button", { name: "Add a review" }).click();
  const row = page.locator(".rows > li").last();
  await row.getByLabel("Treatment", { exact: true }).fill(treatments.values().next().value?.name ?? "");
  await row.getByLabel("What the client wrote").fill("Calm, unhurried, and she told me what I did not need.");
  await row.getByLabel("Rating").fill("5");
  await row.getByLabel("Name", { exact: true }).fill("Dana K.");
  await page.keyboard.press("Control+s");
  await waitForSaved();
  await takeShot("review");

  await openEntry("about");
  await page
    .getByRole("button", { name: /^Change or crop/ })
    .first()
    .click();
  await page.locator("input[type=file]").setInputFiles({
    name: "IMG_4127.jpg",
    mimeType: "image/jpeg",
    buffer: await sharp(join(contentFolder, photograph)).resize(1200, 1600).jpeg().toBuffer(),
  });
  await page.getByText("New picture not saved yet").waitFor();
  await page.getByLabel("Is a person in it?").selectOption("Yes, with their signed consent");
  await page.getByLabel("What the picture shows").fill("At the window of the studio, in even light.");
  await takeShot("picture");
  await page.getByRole("button", { name: "Save picture" }).click();
  await page.getByText(/^Saved/).waitFor();

  await page.goto("/edit/");
  const treatment = page.locator(".rail details details a").first();
  await page.goto(`/edit/${await treatment.getAttribute("href")}`);
  await page.locator("iframe").waitFor();
  await page.waitForTimeout(2500);
  await page.getByRole("textbox", { name: "Aftercare" }).click();
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" Call me with any question.");
  await page.getByLabel("Price from").fill("$90");
  await page.keyboard.press("Control+s");
  await waitForSaved();
  await page.getByLabel("Comfort Level", { exact: true }).focus();
  await page.locator(".lamp-tag").waitFor();
  await takeShot("words");

  await page.getByLabel("Not offered at present").check();
  await waitForSaved();
  await takeShot("not-offered");
  await page.getByLabel("Not offered at present").uncheck();
  await waitForSaved();

  const summary = page.getByLabel("Summary");
  const words = await summary.inputValue();
  await summary.fill("It cures skin, planned on the day.");
  await page.getByLabel("Comfort Level", { exact: true }).focus();
  await page.getByRole("link", { name: "to fix" }).first().click();
  await page.locator(".form__body textarea").first().focus();
  await page.locator(".lamp-tag").waitFor();
  await takeShot("mend");
  await page
    .locator(".form__body textarea")
    .first()
    .fill(`${words.replace(/\.$/, "")} today.`);
  await page.keyboard.press("Control+s");
  await page.getByText("Nothing to fix").waitFor();

  await page.goto("/edit/#history");
  await takeShot("history");
  await page
    .getByRole("button", { name: /^Undo this/ })
    .first()
    .click();
  await page.goto("/edit/#publish");
  await takeShot("publish");
  const site = await editor.startSite();
  await page.getByRole("button", { name: "Publish now" }).click();
  await page.getByText("Nothing was interrupted.").waitFor({ timeout: 90_000 });
  await takeShot("live");
  await site.stop();
  await page.goto("/edit/#launch");
  await takeShot("launch");
  await browser.close();
  await editor.stop();
  console.log(`The pictures are in ${resolve(folder)}`);
}

/** The journey from a phone, against a real server with its limit of memory, as two strips of three screens. */
async function takePhoneShots(browser: Browser, content: string, build: string) {
  const hosted = await startHostedSite({ content, build });
  const screens = new Map<string, Buffer>();
  const { seconds, visitor } = await publishFromPhone(browser, hosted, {
    hours: "Appointments Mon to Fri until half past four",
    look: async (name, page) => {
      if (name === "visitor") await page.getByText("half past four").scrollIntoViewIfNeeded();
      if (name === "hours")
        await page
          .getByLabel("Hours as visitors read them")
          .evaluate((field) => field.scrollIntoView({ block: "center" }));
      await page.waitForTimeout(1_200);
      screens.set(name, await page.screenshot());
    },
  });
  await visitor.context().close();
  for (const [file, names] of Object.entries({
    phone: ["sign-in", "desk", "hours"],
    "phone-live": ["publish", "live", "visitor"],
  }))
    writeFileSync(
      join(folder, `${file}.webp`),
      await compressShot(await joinScreens(names.map((name) => screens.get(name) ?? Buffer.alloc(0)))),
    );
  console.log(`Public ${seconds.toFixed(1)} s after Publish. Memory in megabytes:`, hosted.peakMemory());
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

async function compressShot(png: Buffer): Promise<Buffer> {
  for (const quality of [80, 65, 50, 40, 30]) {
    const webp = await sharp(png).resize(1200).webp({ quality, effort: 6 }).toBuffer();
    if (webp.length <= maxBytes || quality === 30) return webp;
  }
  throw new Error("There is no quality left to try.");
}
