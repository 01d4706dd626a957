import { strict as assert } from "node:assert";
import { startEditor } from "../kit/editor-process.ts";
import { waitUntil } from "../kit/spawn-server.ts";
import type { WebKit } from "../kit/webkit.ts";

/** The owner changes hours and words, undoes, redoes and publishes in WebKit, where a click may focus nothing. */
export async function editInWebKit(browser: WebKit, passed: (words: string) => void) {
  const editor = await startEditor();
  const site = await editor.startSite();
  const control = (place: string) => `[data-control="${place}"]`;
  const heading = "document.querySelector('h1')?.textContent";
  const holds = async (file: string, words: string, expected = true) =>
    assert(await waitUntil(() => editor.read(file).includes(words) === expected, 30), `${file}: ${words}`);
  const openEntry = async (entry: string, place: string) => {
    await browser.evaluate(`(location.hash = "#words/${entry}", true)`);
    await browser.waitUntil(`document.querySelector('${control(place)}')`);
  };
  try {
    await browser.open(editor.address);
    await browser.waitUntil(`${heading} === 'Home'`);
    await openEntry("studio", "studio.yaml:hoursNote");
    await browser.click('[data-path="studio.yaml:hours/0/days"] label:first-of-type');
    await holds("studio.yaml", "[ Monday, Tuesday");
    passed("a day of the opening hours is saved when it is tapped");

    await browser.type(control("studio.yaml:hoursNote"), ", Mondays too");
    // A tap on a button takes the focus from the field, and gives it to nothing.
    await browser.click("#menu");
    await holds("studio.yaml", ", Mondays too");
    await browser.click("#menu");
    passed("a field is saved when a button is tapped");

    const aftercare = "treatments/sea-clay-facial.yaml:body/before/aftercare";
    await openEntry("treatments/sea-clay-facial", aftercare);
    await browser.type(control(aftercare), " It cures.");
    await browser.waitUntil(`document.querySelector('${control(aftercare)}').getAttribute('aria-invalid') === 'true'`);
    await browser.type(control(aftercare), "\uE003".repeat("cures.".length));
    await browser.type(control(aftercare), "helps.");
    await browser.click("#menu");
    await holds("treatments/sea-clay-facial.yaml", "It helps.");
    await browser.click("#menu");
    passed("rich text is typed, refused, corrected and saved");

    const before = editor.read("treatments/sea-clay-facial.yaml");
    await browser.click('[aria-keyshortcuts="Control+Z"]');
    await holds("treatments/sea-clay-facial.yaml", "It helps.", false);
    await browser.click('[aria-keyshortcuts="Control+Shift+Z"]');
    await holds("treatments/sea-clay-facial.yaml", before);
    passed("undo and redo end where they began");

    await browser.click(".top-bar .button");
    await browser.waitUntil(`${heading}.endsWith('ready to go live')`);
    await browser.click(".aside .button");
    await browser.waitUntil(`${heading}.startsWith('Live')`, 120);
    assert.match(await (await fetch(`${editor.siteUrl}/contact`)).text(), /Mondays too/);
    passed("the changes are published, and the site shows them");
  } finally {
    await site.stop();
    await editor.stop();
  }
}
