import { strict as assert } from "node:assert";
import { execFileSync } from "node:child_process";
import { exampleBuild, startBuiltServer } from "../kit/built-server.ts";
import { requirePrograms } from "../kit/programs.ts";
import { openWebKit } from "../kit/webkit.ts";
import { editInWebKit } from "./webkit-editor.ts";

/**
 * Tests navigation, Back, the menu, the form and the editor in WebKitGTK, which Playwright cannot drive. With the
 * argument `editor` it tests the editor alone.
 */
requirePrograms("npm test -- --webkit", {
  "webkit2gtk-driver": "WebKitWebDriver",
  xvfb: "Xvfb",
  "matchbox-window-manager": "matchbox-window-manager",
});
execFileSync(process.execPath, ["src/build/build-if-changed.ts", "--quick"], {
  stdio: "inherit",
  env: { ...process.env, CONTENT_DIR: "tests/example-studio", BUILD_DIR: exampleBuild },
});
const server = await startBuiltServer();
const browser = await openWebKit();
const heading = "document.querySelector('h1').textContent";
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
  await browser.evaluate("document.querySelector('[name=consent]')?.click()");
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

try {
  if (!process.argv.includes("editor")) await visitSite();
  await editInWebKit(browser, passed);
  console.log(`${journeys} journeys passed in WebKitGTK.`);
} finally {
  await browser.close();
  await server.stop();
}
