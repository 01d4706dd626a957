import { strict as assert } from "node:assert";
import { startEditor } from "../kit/editor-process.ts";
import { requirePrograms } from "../kit/programs.ts";
import { buildExample, startBuiltServer } from "../kit/server-process.ts";
import { waitUntil } from "../kit/spawn-server.ts";
import { openWebKit } from "../kit/webkit.ts";

/**
 * Tests navigation, Back, the menu, the form and the editor in WebKitGTK, which Playwright cannot drive. With the
 * argument `editor` it tests the editor alone.
 */
requirePrograms("npm test -- --webkit", {
  "webkit2gtk-driver": "WebKitWebDriver",
  xvfb: "Xvfb",
  "matchbox-window-manager": "matchbox-window-manager",
});
buildExample();
const server = await startBuiltServer();
const browser = await openWebKit();
const heading = "document.querySelector('h1')?.textContent";
let journeys = 0;
const passed = (words: string) => console.log(`${++journeys} ${words}`);
async function openFromMenu(path: string) {
  await browser.click("[aria-controls=nav]");
  await browser.waitUntil("document.querySelector('#nav').matches(':popover-open')");
  await browser.click(`#nav a[href='${path}']`);
}

async function visitSite() {
  await browser.open(`${server.origin}/`);
  await browser.waitUntil("document.querySelector('[aria-controls=nav][aria-expanded]')");
  // The mark is lost if another document is loaded.
  await browser.evaluate("(window.stayed = true)");
  const home = await browser.evaluate(heading);

  await openFromMenu("/treatments");
  await browser.waitUntil("location.pathname === '/treatments' && document.activeElement.matches('h1')");
  assert.equal(await browser.evaluate("window.stayed"), true);
  assert.equal(await browser.evaluate("document.querySelector('#nav').matches(':popover-open')"), false);
  passed("the menu opens, leads to a page without loading a document, and closes");

  await browser.evaluate("scrollTo(0, 900)");
  await browser.waitUntil("scrollY > 800");
  // The click is made by script, because the driver would scroll to the link first.
  const visibleLink =
    "[...document.querySelectorAll(\"main a[href^='/treatments/']\")].find((link) => link.getBoundingClientRect().top > 0)";
  await browser.evaluate(`(${visibleLink}.click(), true)`);
  await browser.waitUntil(
    "location.pathname !== '/treatments' && document.title.startsWith(document.activeElement.textContent)",
  );
  assert.equal(await browser.evaluate("scrollY"), 0);
  passed("a page starts at its top with its own title, focus on its heading");

  await browser.back();
  await browser.waitUntil("location.pathname === '/treatments' && Math.abs(scrollY - 900) < 5");
  await browser.back();
  await browser.waitUntil(`location.pathname === '/' && ${heading} === ${JSON.stringify(home)}`);
  assert.equal(await browser.evaluate("window.stayed"), true);
  passed("back leads to the pages before, where they were left");

  await openFromMenu("/contact");
  await browser.waitUntil("location.pathname === '/contact' && document.querySelector('[data-island][data-awake]')");
  await browser.click("form [type=submit]");
  await browser.waitUntil("document.querySelector('form [aria-invalid=true]')");
  passed("an empty form says what is missing");

  await browser.type("[name=name]", "Wanda Kit");
  await browser.type("[name=email]", "wanda@example.org");
  await browser.type("[name=phone]", "780 555 0100");
  await browser.click("header a[href='/']");
  await browser.waitUntil("location.pathname === '/'");
  await browser.back();
  await browser.waitUntil("document.querySelector('[name=name]')?.value === 'Wanda Kit'");
  passed("what is typed survives a look at another page");

  await browser.click("form [type=submit]");
  await browser.waitUntil("document.activeElement.id === 'sent'");
  assert.deepEqual(
    (await server.requests()).map(({ name }) => name),
    ["Wanda Kit"],
  );
  passed("the form is sent without loading a document, and stored once");
  assert.equal(await browser.evaluate("window.stayed"), true);
}

/** The owner changes hours and words, undoes, redoes and publishes in WebKit, where a click may focus nothing. */
async function editSite() {
  const editor = await startEditor();
  const site = await editor.startSite();
  const control = (place: string) => `[data-control="${place}"]`;
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

try {
  if (!process.argv.includes("editor")) await visitSite();
  await editSite();
  console.log(`${journeys} journeys passed in WebKitGTK.`);
} finally {
  await browser.close();
  await server.stop();
}
