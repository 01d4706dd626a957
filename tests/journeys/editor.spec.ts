import type { Page } from "@playwright/test";
import sharp from "sharp";
import { patient } from "../kit/patience.ts";
import { hold } from "../kit/site-fixtures.ts";
import { expectNoViolationsSoFar } from "./accessibility.ts";
import {
  clickUntilFocused,
  createEditorTest,
  expect,
  fillField,
  formFooter,
  openEntry,
  preview,
} from "./editor-fixtures.ts";

const test = createEditorTest();

test.describe.configure({ mode: "serial" });

test("the owner changes the opening hours and their sentence, which the preview shows", async ({ owner, editor }) => {
  await openEntry(owner, "studio", "Studio");
  const closes = owner.getByLabel("Line of hours 3, Closes");
  await fillField(closes, "16:00");
  await expect(formFooter(owner)).toContainText("not saved yet");
  await owner.keyboard.press("Control+s");
  await expect(formFooter(owner)).toContainText("The page shows it.");
  expect(editor.read("studio.yaml")).toContain("closes: 16:00");

  const sentence = owner.getByLabel("Hours as visitors read them");
  await clickUntilFocused(preview(owner).getByText("Sat 9-3"), sentence);
  await expect(preview(owner).locator("[data-highlighted]")).toHaveText(/Sat 9-3$/);
  await fillField(sentence, "Tue, Wed and Fri 9.30-5.30, Thu noon to 8, Sat 9-4");
  await expect(preview(owner).getByText("Sat 9-4")).toBeVisible();
  expect(editor.read("studio.yaml")).not.toContain("Sat 9-4");
  await expect(preview(owner).locator("[data-highlighted]")).toHaveText(/Sat 9-4$/);
  // While its words would be refused, the page stays as it was.
  await fillField(sentence, "");
  await expect(owner.locator(".field[data-invalid]")).toHaveCount(1);
  await expect(preview(owner).getByText("Sat 9-4")).toBeVisible();
  await fillField(sentence, "Tue, Wed and Fri 9.30-5.30, Thu noon to 8, Sat 9-5");
  await owner.getByLabel("What a phone dials").focus();
  await expect(formFooter(owner)).toContainText("The page shows it.");
  expect(await preview(owner).getByText("Sat 9-5").count()).toBeGreaterThan(0);
  await expect(owner.getByRole("button", { name: /^Publish 2 changes/ })).toBeVisible();
  await expectNoViolationsSoFar(owner, [1440]);

  // On a phone the form and the page take turns, and a word still leads to its field and the field to its words.
  await owner.setViewportSize({ width: 390, height: 800 });
  await owner.getByRole("button", { name: "Page", exact: true }).click();
  await expect(owner.getByRole("main").getByRole("heading", { level: 1 })).toHaveText("Studio");
  await clickUntilFocused(preview(owner).getByText("Sat 9-5"), sentence);
  await owner.getByRole("button", { name: "Page", exact: true }).click();
  await expect(preview(owner).locator("[data-highlighted]")).toBeInViewport();
  await owner.getByRole("button", { name: "Words", exact: true }).click();
});

test("a new review is saved once all of its fields are filled in", async ({ owner, editor }) => {
  await openEntry(owner, "testimonials", "Reviews");
  await owner.getByLabel("Heading").first().focus();
  await owner.getByRole("button", { name: "Add a review" }).click();
  const row = owner.locator(".rows > li").last();
  await expect(row.getByLabel("Name", { exact: true })).toBeFocused();
  // What she has not come to yet is nothing to fix, until she leaves it empty.
  await expect(owner.getByRole("button", { name: /^Fix \d+ thing/ })).toBeHidden();
  await expect(row.locator("[data-invalid]")).toHaveCount(0);
  await fillField(row.getByLabel("Name", { exact: true }), "Efa J.");
  await row.getByLabel("Treatment", { exact: true }).focus();
  await expect(formFooter(owner)).toContainText("not saved yet");
  await expect(owner.getByRole("button", { name: /^Fix \d+ thing/ })).toBeHidden();
  await row.getByLabel("Rating").focus();
  await expect(owner.getByRole("button", { name: "Fix 1 thing first" })).toBeVisible();
  await fillField(row.getByLabel("Treatment", { exact: true }), "Sea Clay Facial");
  await owner.keyboard.press("Control+s");
  // Another page does not offer to discard it.
  await expect(formFooter(owner)).toContainText("Not saved yet: kept in this browser");
  await owner.evaluate(() => {
    location.hash = "#words/home";
  });
  await expect(owner.getByRole("heading", { level: 1 })).toHaveText("Home");
  await expect(formFooter(owner)).not.toContainText("Discard");
  await expect(owner.getByRole("button", { name: /^Fix \d+ thing/ })).toBeVisible();
  await openEntry(owner, "testimonials", "Reviews");
  await row.locator(".row__toggle").click();
  await fillField(row.getByLabel("What the client wrote"), "The calmest hour of my week.");
  await fillField(row.getByLabel("Rating"), "5");
  // It is a real one, which waits until she has noted the consent.
  await expect(row.getByLabel("Verified")).toBeChecked();
  await row.getByLabel("Name", { exact: true }).focus();
  await expect(formFooter(owner)).toContainText("Not saved yet: kept in this browser");
  expect(editor.read("testimonials.yaml")).not.toContain("Efa J.");
  await row.getByLabel("How they agreed").selectOption("Written");
  await fillField(row.getByLabel("On which day"), "2026-11-15");
  await row.getByLabel("Name", { exact: true }).focus();
  await expect.poll(() => editor.read("testimonials.yaml")).toContain("rating: 5\n    text: The calmest");
  // Its path is that of its treatment.
  expect(editor.read("testimonials.yaml")).toMatch(/treatment: Sea Clay Facial\n {4}rating: 5/);
  await expect(formFooter(owner)).toContainText("The page shows it.");
  await expect(preview(owner).getByText("The calmest hour of my week.")).toBeVisible();
});

test("the owner changes a treatment's price and aftercare", async ({ owner, editor }) => {
  await openEntry(owner, "treatments/sea-clay-facial", "Sea Clay Facial");
  await fillField(owner.getByLabel("Price from"), "£65");
  await expect(preview(owner).getByText("£65").first()).toBeVisible();
  // The page that shows the words already is not loaded again when they are saved.
  const shown = owner.locator("iframe[data-shown]");
  await shown.evaluate((frame) => frame.setAttribute("data-seen", ""));
  await owner.getByLabel("Price from").blur();
  await expect(formFooter(owner)).toContainText("The page shows it.");
  await expect(shown).toHaveAttribute("data-seen");
  expect(editor.read("treatments/sea-clay-facial.yaml")).toContain("priceFrom: £65");

  const aftercare = owner.getByRole("textbox", { name: "Aftercare" });
  await clickUntilFocused(preview(owner).getByText("sleep on a fresh pillowcase"), aftercare);
  await owner.keyboard.press("Control+End");
  // A mistake in rich text is announced as in any other field.
  await owner.keyboard.type(" cures");
  await expect(aftercare).toHaveAttribute("aria-invalid", "true");
  await expect(aftercare).toHaveAccessibleDescription(/cures/);
  await owner.keyboard.press("Control+Backspace");
  await expect(aftercare).not.toHaveAttribute("aria-invalid");
  await owner.keyboard.type(" Hush.");
  await owner.keyboard.press("Shift+Home");
  await owner.getByRole("toolbar", { name: "Aftercare" }).getByRole("button", { name: "Bold" }).click();
  await expect(aftercare.locator("strong")).toContainText("Hush.");
  await owner.getByLabel("Price from").focus();
  // The preview shows the words before they are saved.
  await expect(preview(owner).getByText("Hush.")).toBeVisible();
  await expect.poll(() => editor.read("treatments/sea-clay-facial.yaml")).toMatch(/Hush\.\*\*$/m);
});

test("the owner replaces a picture of the gallery with a portrait photograph", async ({ owner, editor }) => {
  await openEntry(owner, "results", "Results");
  await owner.locator(".rows > li .row__toggle").first().click();
  await owner
    .getByRole("button", { name: /^Change or crop.* After/ })
    .first()
    .click();
  const heading = owner.getByRole("heading", { level: 1 });
  const words = owner.getByLabel("What the picture shows");
  const ring = owner.getByRole("button", { name: /^Focal point: 50 across, 23 down/ });
  await expect(heading).toHaveText("The picture");
  await choosePicture(owner, "film.jpg", Buffer.from("not a picture"));
  await expect(owner.getByRole("alert")).toContainText("film.jpg was not accepted.");
  // On a slow line the picture comes after the words about it.
  const releasePicture = await hold(owner, "**/edit/api/picture?for=*");
  await choosePicture(owner, "upright.jpg");
  await fillField(words, "A chin and nose in even light, three visits on.");
  await expect(owner.getByRole("button", { name: "Save picture" })).toBeDisabled();
  releasePicture();
  await expect(heading).toHaveText("A new photograph");
  await owner.getByRole("button", { name: /^Focal point/ }).press("Shift+ArrowUp");
  await expect(ring).toBeVisible();
  await owner.getByRole("button", { name: "Save picture" }).click();
  await expect(owner.getByRole("alert")).toContainText("Say whether a person is in it.");
  await expectNoViolationsSoFar(owner, [1440]);
  // What she has begun is kept until she saves it, and saves nothing by itself.
  await owner.getByRole("button", { name: "Back to the page" }).click();
  await expect(owner.getByText("What you began with it is not saved yet.")).toBeVisible();
  await owner.goBack();
  await owner.reload();
  await expect(owner.getByText("upright.jpg")).toBeVisible();
  await expect(ring).toBeVisible();
  await expect(words).toHaveValue(/three visits on/);
  expect(editor.read("images/images.yaml")).not.toContain("three visits on");
  await owner.getByLabel("Is a person in it?").selectOption("Yes, with their signed consent");
  await owner.getByRole("button", { name: "Save picture" }).click();
  await expect(formFooter(owner)).toContainText("Saved");
  expect(editor.read("images/images.yaml")).toMatch(/three visits on[^a-z]*\n.*\n? +consent: true/);
  await owner.goto("/edit/#words/pictures");
  await expect(owner.getByRole("button", { name: /^Change: Results/ }).first()).toBeVisible();
  await expectNoViolationsSoFar(owner, [390]);
});

test("on a phone a place gets its first picture, and may be without one again", async ({ owner, editor }) => {
  await owner.setViewportSize({ width: 390, height: 800 });
  await openEntry(owner, "about", "About");
  await owner.getByRole("button", { name: "Choose a picture… Picture" }).click();
  await choosePicture(owner, "me.jpg");
  await expect(owner.getByRole("heading", { level: 1 })).toHaveText("A new photograph");
  await fillField(owner.getByLabel("What the picture shows"), "A woman beside a window.");
  await owner.getByLabel("Is a person in it?").selectOption("Yes, with their signed consent");
  await owner.getByRole("button", { name: "Save picture" }).click();
  // No page is in sight here, so nothing is said of what it shows.
  await expect(formFooter(owner)).toHaveText(/^Saved [\d:]+\. Visitors see it once you publish\.$/);
  await owner.getByRole("button", { name: "Back to the page" }).click();
  await owner.getByRole("button", { name: "Page", exact: true }).click();
  await expect(preview(owner).getByRole("img", { name: "A woman beside a window." })).toBeAttached();
  expect(editor.read("pages/about.yaml")).toContain("portrait:\n  picture: about-portrait\n");

  // What is optional is taken away again.
  await owner.getByRole("button", { name: "Words", exact: true }).click();
  const remove = owner.getByRole("button", { name: /^Remove this part ?: Your hands, or you$/ });
  await remove.click();
  await expect.poll(() => editor.read("pages/about.yaml")).not.toContain("portrait:");
  await expect(owner.getByRole("button", { name: "Choose a picture… Picture" })).toBeFocused();
  await expect(remove).toBeHidden();
});

test("a mistake stays in the browser, is listed to be fixed, and corrected at its field", async ({ owner, editor }) => {
  await openEntry(owner, "studio", "Studio");
  const before = editor.read("studio.yaml");
  const phone = owner.getByLabel("Phone", { exact: true });
  await fillField(phone, "029");
  await expect(owner.locator(".field[data-invalid]")).toHaveCount(1);
  await phone.blur();
  await expect(formFooter(owner)).toContainText("Not saved yet: kept in this browser until it is right.");
  expect(editor.read("studio.yaml")).toBe(before);
  await owner.reload();
  await expect(phone).toHaveValue("029");
  await owner.getByRole("button", { name: "Fix 1 thing first" }).click();
  await expect(owner.getByRole("heading", { level: 1 })).toHaveText("1 thing to fix");
  await expectNoViolationsSoFar(owner, [390]);
  await owner.getByRole("button", { name: "Phone Studio" }).click();
  await expect(phone).toBeFocused();
  await fillField(phone, "029 2018 0199");
  await phone.blur();
  await expect.poll(() => editor.read("studio.yaml")).toContain("phone: 029 2018 0199");
  await owner.goto("/edit/#to-do");
  await expect(owner.getByRole("heading", { level: 1 })).toHaveText(/things? before|Nothing is left/);
});

test("the owner undoes one change, redoes it, and then undoes everything since a change", async ({ owner, editor }) => {
  await openEntry(owner, "studio", "Studio");
  await owner.keyboard.press("Control+z");
  await expect.poll(() => editor.read("studio.yaml")).toContain("phone: 029 2018 0142");
  await owner.keyboard.press("Control+Shift+z");
  await expect.poll(() => editor.read("studio.yaml")).toContain("phone: 029 2018 0199");
  await owner.getByRole("link", { name: "History" }).click();
  await expect(owner.getByRole("heading", { level: 1 })).toHaveText("What changed");
  await owner.locator("summary.change", { hasText: "Studio:" }).last().click();
  await expectNoViolationsSoFar(owner, [1440]);
  await owner.getByRole("button", { name: /^Undo everything since/ }).click();
  await expect.poll(() => editor.read("studio.yaml")).toContain("closes: 15:00");
  await expect(owner.getByRole("button", { name: /^Redo/ })).toBeVisible();
});

test("the owner adds a treatment and removes it for good, and visitors see both", async ({ owner, editor }) => {
  test.slow();
  const site = await editor.startSite();
  const heading = owner.getByRole("heading", { level: 1 });
  const visit = () => fetch(`${editor.siteUrl}/treatments/mandelic-peel`, { redirect: "manual" });
  const publish = async (width: number) => {
    await owner.setViewportSize({ width, height: 900 });
    await owner.getByRole("button", { name: /^Publish \d+ changes?/ }).click();
    await owner.getByRole("button", { name: "Publish now" }).click();
    await expect(heading).toContainText("Live on this computer.", { timeout: patient(100_000) });
  };
  await openEntry(owner, "treatments/lactic-peel", "Lactic Peel");
  await owner.setViewportSize({ width: 390, height: 800 });
  await owner.getByRole("button", { name: "Copy this treatment" }).click();
  await fillField(owner.getByLabel("Name"), "Lactic Peel");
  await expect(owner.getByRole("alert")).toContainText("the address of another treatment");
  await fillField(owner.getByLabel("Name"), "Mandelic Peel");
  await fillField(owner.getByLabel("What it does"), "a slow acid from almonds");
  await expect(owner.getByLabel("Address")).toHaveValue("mandelic-peel");
  await expectNoViolationsSoFar(owner, [390]);
  await owner.getByRole("button", { name: "Add it" }).click();
  await expect(heading).toHaveText("Mandelic Peel");
  const file = "treatments/mandelic-peel.yaml";
  expect(editor.read(file)).toContain("draft: true");
  await owner.getByRole("radiogroup", { name: "On the site" }).getByLabel("Yes", { exact: true }).check();
  await expect.poll(() => editor.read(file)).not.toContain("draft");
  await publish(1440);
  expect(await (await visit()).text()).toContain("What is Mandelic Peel?");

  await openEntry(owner, "treatments/mandelic-peel", "Mandelic Peel");
  await owner.getByRole("button", { name: "Remove for good" }).click();
  await expect(owner.getByRole("heading", { name: "No other page speaks of it" })).toBeVisible();
  await expectNoViolationsSoFar(owner, [390]);
  await owner.getByRole("button", { name: "Remove for good" }).click();
  await expect(owner.getByText("Mandelic Peel was removed. Undo brings it back.").first()).toBeAttached();
  expect(editor.read("paths.yaml")).toContain("former:\n  - slug: mandelic-peel");
  await publish(390);
  const gone = await visit();
  expect([gone.status, gone.headers.get("location")]).toEqual([301, "/treatments"]);
  await site.stop();
});

/** Chooses a file, which is a photograph as a phone stores it, rotated by its metadata, unless it is given. */
async function choosePicture(owner: Page, name: string, buffer?: Buffer) {
  const photograph = sharp({ create: { width: 1600, height: 1200, channels: 3, background: "#c9a48c" } });
  await owner.locator("input[type=file]").setInputFiles({
    name,
    mimeType: "image/jpeg",
    buffer: buffer ?? (await photograph.withMetadata({ orientation: 6 }).jpeg().toBuffer()),
  });
}
