import type { Locator, Route } from "@playwright/test";
import { hold } from "../kit/site-fixtures.ts";
import { expectNoViolationsSoFar } from "./accessibility.ts";
import {
  createEditorTest,
  expect,
  fillField,
  formFooter,
  noPage,
  openEntry,
  type RunningEditor,
} from "./editor-fixtures.ts";

const test = createEditorTest({ previewStyle: noPage });

test.describe.configure({ mode: "serial" });

test("when two windows change a sentence, nothing is overwritten and the owner chooses", async ({ owner, editor }) => {
  await openEntry(owner, "contact");
  const heading = owner.getByLabel("Heading").first();
  await expect(heading).toHaveAccessibleDescription(/\d left/);
  await fillField(heading, "Write me a line");
  // A screen reader would speak each letter's count.
  await expect(heading).not.toHaveAccessibleDescription(/\d left/);
  const saveInOtherWindow = await openOtherWindow(editor, "pages/contact.yaml");
  await saveInOtherWindow("heading", "Send me a line");
  await owner.keyboard.press("Control+s");
  const question = owner.getByRole("alert").filter({ hasText: "Heading was changed in two places at once." });
  await expect(question).toContainText(/Mine\s*Write me a line\s*The other\s*Send me a line/);
  expect(editor.read("pages/contact.yaml")).toContain("Send me a line");
  // Neither side's words are lost when the window is loaded again before she has chosen.
  await owner.reload();
  await expect(question).toContainText(/Mine\s*Write me a line\s*The other\s*Send me a line/);
  await expectNoViolationsSoFar(owner, [390], "main");
  await question.getByRole("button", { name: /^Keep mine/ }).click();
  await expect.poll(() => editor.read("pages/contact.yaml")).toContain("Write me a line");
  await expect(question).toBeHidden();
  await fillField(heading, "Call me");
  await saveInOtherWindow("heading", "Ring me");
  await owner.keyboard.press("Control+s");
  await question.getByRole("button", { name: /^Use the other/ }).click();
  await expect(heading).toHaveValue("Ring me");
  await expect(question).toBeHidden();
});

test("a list can be reordered with the keyboard alone, and every step is announced once", async ({ owner, editor }) => {
  await openEntry(owner, "treatments/sea-clay-facial");
  const first = owner.getByLabel("Step 1, Label");
  await first.focus();
  await owner.keyboard.press("Alt+ArrowDown");
  await expect(owner.getByText("Wash, now step 2 of 5")).toBeAttached();
  await expect(owner.getByLabel("Step 2, Label")).toBeFocused();
  await expect(owner.getByLabel("Step 2, Label")).toHaveValue("Wash");
  expect(editor.read("treatments/sea-clay-facial.yaml")).toMatch(/label: Steam\n.*\n {4}- label: Wash\n/);
  await owner.keyboard.press("Shift+Tab");
  await expect(owner.getByRole("button", { name: /^Drag step 2/ })).toBeFocused();
  await owner.keyboard.press("Delete");
  await expect(owner.getByText("Wash was removed. Undo brings it back.")).toBeAttached();
  await expect(owner.getByRole("button", { name: /^Drag step 2/ })).toBeFocused();
  await owner.keyboard.press("Control+z");
  await expect(owner.getByLabel("Step 2, Label")).toHaveValue("Wash");
  // The foot shows it too, and does not speak.
  const spoken = owner.getByRole("status").filter({ hasNot: owner.locator("[aria-live=off]") });
  await expect(spoken.filter({ hasText: "Undone: Wash was removed" })).toHaveCount(1);
  await expect(formFooter(owner)).toHaveText(/^Undone: Wash was removed/);
  for (const left of [4, 3, 3]) {
    await owner.getByRole("button", { name: "Remove step 2" }).click();
    await expect(owner.getByRole("button", { name: /^Remove step/ })).toHaveCount(left);
  }
  await expect(spoken.filter({ hasText: "3 is the least this place can show." })).toHaveCount(1);
  await owner.keyboard.press("Control+z");
  await expect(owner.getByRole("button", { name: /^Remove step/ })).toHaveCount(4);
  await owner.keyboard.press("Control+z");
  await expect(owner.getByRole("button", { name: /^Remove step/ })).toHaveCount(5);
});

test("a row can be dragged by its handle, and shows its place at each step", async ({ owner, editor }) => {
  await owner.setViewportSize({ width: 1440, height: 1500 });
  await openEntry(owner, "treatments/sea-clay-facial");
  const grip = (step: number) => owner.getByRole("button", { name: `Drag step ${step},` });
  const steps = async () =>
    Promise.all((await owner.getByLabel(/^Step \d, Label$/).all()).map((input) => input.inputValue()));
  /** Moves to this part of the height of the row that is now in this place. */
  const moveTo = async (step: number, part: number) => {
    const { x = 0, y = 0, height = 0 } = (await grip(step).locator("..").boundingBox()) ?? {};
    await owner.mouse.move(x + 10, y + height * part);
  };
  // In the middle, so that the rows below it are in sight as well.
  await grip(1).evaluate((handle) => handle.scrollIntoView({ block: "center" }));
  const [first = "", second = "", third = "", ...rest] = await steps();
  await moveTo(1, 0.2);
  await owner.mouse.down();
  await moveTo(3, 0.8);
  expect(await steps()).toEqual([second, third, first, ...rest]);
  await moveTo(2, 0.2);
  expect(await steps()).toEqual([second, first, third, ...rest]);
  await owner.mouse.up();
  const order = new RegExp(`label: ${second}\\n.*\\n.*label: ${first}\\n.*\\n.*label: ${third}`);
  await expect.poll(() => editor.read("treatments/sea-clay-facial.yaml")).toMatch(order);
  expect(await steps()).toEqual([second, first, third, ...rest]);
});

test("a finger drags a row and the ring of a picture, and the form stays in place @chromium", async ({ owner }) => {
  await owner.setViewportSize({ width: 390, height: 1600 });
  const touch = await owner.context().newCDPSession(owner);
  const drag = async (handle: Locator, by: number) => {
    await handle.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await handle.boundingBox()) ?? {};
    const point = (moved: number) => ({ x: x + width / 2, y: y + height / 2 + moved });
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point(0)] });
    for (let step = 1; step <= 8; step++)
      await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [point((by * step) / 8)] });
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  };
  await openEntry(owner, "treatments/sea-clay-facial");
  const name = await owner.getByLabel("Step 1, Label").inputValue();
  await drag(owner.getByRole("button", { name: "Drag step 1," }), 400);
  await expect(owner.getByLabel("Step 1, Label")).not.toHaveValue(name);
  await owner.goto("/edit/#picture/hero");
  const ring = owner.getByRole("button", { name: /^Focal point/ });
  // The picture is in sight above its words, with the way back.
  await expect(owner.getByRole("button", { name: "All pictures" })).toBeInViewport();
  await expect(ring).toBeInViewport();
  const before = await ring.getAttribute("aria-label");
  await drag(ring, 40);
  await expect(ring).not.toHaveAttribute("aria-label", before ?? "");
});

test("pasting keeps the formatting that a page can show, and no other @chromium", async ({ owner, editor }) => {
  await openEntry(owner, "treatments/sea-clay-facial");
  const text = owner.getByRole("textbox", { name: "Step 1, Text" });
  await text.click();
  await owner.keyboard.press("Control+a");
  await text.evaluate((element) => {
    const clipboard = new DataTransfer();
    clipboard.setData(
      "text/html",
      '<h2>Warm</h2><p style="color:red"><b>mist</b>, then <code>rest</code></p><img src="x">',
    );
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData: clipboard, bubbles: true, cancelable: true }));
  });
  await expect(text).toHaveText("Warm mist, then rest");
  await owner.keyboard.press("Control+s");
  await expect.poll(() => editor.read("treatments/sea-clay-facial.yaml")).toContain("Warm **mist**, then rest");
});

test("the drawer opens and closes with the keyboard, and a mistake is discarded at its field", async ({ owner }) => {
  await owner.setViewportSize({ width: 1024, height: 768 });
  await openEntry(owner, "about");
  await owner.locator("#menu").focus();
  await owner.keyboard.press("Enter");
  await expect(owner.getByRole("navigation", { name: "What you can edit" })).toBeVisible();
  await expectNoViolationsSoFar(owner, [1024], ".sidebar");
  await owner.keyboard.press("Escape");
  await expect(owner.locator("#menu")).toBeFocused();
  await expect(owner.getByRole("navigation", { name: "What you can edit" })).toBeHidden();
  await owner.getByText("More, rarely changed").click();
  await fillField(owner.getByLabel("Title in search engines"), "");
  await owner.getByLabel("Last changed").focus();
  await expect(owner.getByRole("button", { name: /^Fix \d+ thing/ })).toBeVisible();
  await owner.getByLabel("Title in search engines").focus();
  // Held as a finger or a slow hand does.
  await owner.getByRole("button", { name: "Discard" }).click({ delay: 300 });
  await expect(owner.getByLabel("Title in search engines")).not.toHaveValue("");
  await expect(owner.getByRole("button", { name: /^Fix \d+ thing/ })).toBeHidden();
});

test("edits made while the editor is closed are saved once it runs, in every window", async ({ owner, editor }) => {
  await openEntry(owner, "about");
  const other = await owner.context().newPage();
  await openEntry(other, "about");
  await editor.close();
  for (const window of [owner, other]) await expect(window.getByText("The editor was closed").first()).toBeVisible();
  const heading = owner.getByLabel("Heading").first();
  await fillField(heading, "Who looks after you");
  await owner.keyboard.press("Control+s");
  await expect(formFooter(owner)).toContainText("Your words are kept in this browser");
  await expectNoViolationsSoFar(owner, [1440], ".top-bar, .form__foot");
  // Two windows of one browser share what is not saved.
  await expect(other.getByLabel("Heading").first()).toHaveValue("Who looks after you");
  await fillField(other.getByLabel("Heading").nth(1), "Typed in the other");
  await other.close();
  await editor.restart();
  await expect.poll(() => editor.read("pages/about.yaml")).toMatch(/Who looks after you[\s\S]*Typed in the other/);
  await expect(formFooter(owner)).toContainText("Saved");

  // One request is lost on its way, while the events of the editor go on.
  await owner.route("**/edit/api/save", (route) => route.abort(), { times: 1 });
  await fillField(heading, "Who takes care of you");
  await owner.keyboard.press("Control+s");
  await expect(formFooter(owner)).toContainText("Your words are kept in this browser");
  await expect.poll(() => editor.read("pages/about.yaml")).toContain("Who takes care of you");
});

test("whatever is refused says why, below the form and on a sheet", async ({ owner }) => {
  await openEntry(owner, "about");
  await expect(owner.getByRole("button", { name: /^Publish \d+ change/ })).toBeVisible();
  const refuse = (route: Route) => route.fulfill({ status: 507, json: { message: "The disk is full." } });
  await owner.route("**/edit/api/{undo,publish}", (route) =>
    route.request().method() === "POST" ? refuse(route) : route.continue(),
  );
  await owner.getByRole("banner").getByRole("button", { name: /^Undo/ }).click();
  await expect(formFooter(owner)).toContainText("The disk is full.");
  await owner.getByRole("button", { name: /^Publish \d+ change/ }).click();
  await owner.getByRole("button", { name: "Publish now" }).click();
  await expect(owner.getByRole("alert")).toHaveText("The disk is full.");
});

test("in every form each control has a label in sight, none overlap, and no window scrolls", async ({ owner }) => {
  // Making each page takes longer than looking at its form.
  const emptyPage = { contentType: "text/html", body: "<!doctype html><title>The page</title>" };
  await owner.route("**/edit/page/**", (route) => route.fulfill(emptyPage));
  await owner.goto("/edit/#");
  await expect(owner.getByRole("heading", { level: 1 })).toHaveText("Home");
  const links = await owner
    .locator(".sidebar a[href^='#']")
    .evaluateAll((all: HTMLAnchorElement[]) =>
      all.map((link) => ({ hash: link.hash, title: link.firstChild?.textContent ?? "" })),
    );
  // The forms of all treatments have the same fields.
  const [treatment] = links.filter(({ hash }) => hash.startsWith("#words/treatments/"));
  const forms = links.filter(({ hash }) => hash === treatment?.hash || !hash.startsWith("#words/treatments/"));
  expect(forms.length).toBeGreaterThan(8);
  for (const { hash, title } of forms) {
    await owner.evaluate((to) => {
      location.hash = to;
    }, hash);
    if (hash !== "#to-do") await expect(owner.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(owner.locator(".form__body .field, .picture-list, .todo, .sheet form").first()).toBeAttached();
    // Two columns, and one. What fits 320 pixels has more room in every wider window of one column.
    for (const width of [1440, 768, 390, 320]) {
      await owner.setViewportSize({ width, height: 900 });
      expect(await owner.evaluate(findFaults), `${title} at ${width} pixels`).toEqual([]);
    }
  }
});

/** What is wrong in the form that is open, with everything in it unfolded. It runs in the page. */
async function findFaults(): Promise<string[]> {
  const body = document.querySelector(".form__body");
  if (!body) return [];
  const inSight = (element: Element | null | undefined) =>
    element?.checkVisibility() && !element.closest(".sr-only") && element.getBoundingClientRect().width > 1;
  const isNamed = (control: HTMLInputElement) => {
    const ids = (control.getAttribute("aria-labelledby") ?? "").split(" ");
    const around = control.closest("fieldset, [role=radiogroup]")?.children ?? [];
    const words = [...(control.labels ?? []), ...around, ...ids.map((id) => document.getElementById(id))];
    if (words.some((one) => inSight(one) && one?.textContent?.trim())) return true;
    // What is alone in its row is told by the heading of its list.
    const row = control.closest(".rows > li");
    const isAlone = row?.querySelectorAll(":is(input, select, textarea, [contenteditable=true])").length === 1;
    const lists = [row?.closest(".field--list"), row?.closest(".group")];
    return isAlone && lists.some((list) => inSight(list?.querySelector(":scope > :is(h2, .field__top)")));
  };
  const name = (element: Element) =>
    element.getAttribute("data-control") ?? (element.getAttribute("aria-label") || element.textContent?.trim());
  for (const folded of body.querySelectorAll("details")) folded.open = true;
  const toggles = () => [...body.querySelectorAll<HTMLElement>(".row__toggle[aria-expanded=false]")];
  // A row may hold another. A timer comes also where nothing is painted.
  for (let depth = 0; depth < 3 && toggles().length; depth++) {
    for (const toggle of toggles()) toggle.click();
    await new Promise((resolve) => setTimeout(resolve));
  }
  const fields = [...body.querySelectorAll<HTMLInputElement>("input, select, textarea, [contenteditable=true]")];
  const buttons = [...body.querySelectorAll("button, summary")];
  const areOverlapping = (one: Element, other: Element) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return height > 1 && Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1;
  };
  const topBar = document.querySelectorAll(".top-bar :is(button, a)");
  const overlapping = [[...fields, ...buttons].filter(inSight), [...topBar].filter(inSight)].flatMap((controls) =>
    controls.flatMap((one, at) => {
      const covered = controls.slice(at + 1).filter((other) => areOverlapping(one, other));
      return covered.map((other) => `${name(one)} is over ${name(other)}`);
    }),
  );
  const { scrollHeight, scrollWidth } = document.documentElement;
  const main = document.querySelector("main");
  const spare = [scrollHeight - innerHeight, scrollWidth - innerWidth, main ? main.scrollWidth - main.clientWidth : 0];
  return [
    ...fields
      .filter((one) => one.checkVisibility() && !isNamed(one))
      .map((one) => `${name(one)} has no label in sight`),
    ...overlapping,
    ...toggles().map((one) => `${name(one)} cannot be unfolded`),
    ...(spare.some(Boolean) ? [`the window scrolls by ${spare} pixels`] : []),
  ];
}

test("a notice asks for its last day once that is left, and the to-do list leads there", async ({ owner, editor }) => {
  await owner.setViewportSize({ width: 390, height: 800 });
  await openEntry(owner, "studio");
  const says = owner.getByLabel("What it says");
  const [first, last] = [owner.getByLabel("First day"), owner.getByLabel("Last day")];
  await fillField(says, "Closed for the holidays");
  await first.focus();
  await expect(formFooter(owner)).toContainText("not saved yet");
  await expect(owner.locator(".field[data-invalid]")).toHaveCount(0);
  await fillField(first, "2031-12-24");
  await last.focus();
  await owner.getByLabel("Opens").last().focus();
  await expect(last).toHaveAccessibleDescription(/A notice needs its last day/);
  await expect(says).not.toHaveAttribute("aria-invalid");
  await owner.getByRole("button", { name: "Page", exact: true }).click();
  await owner.getByRole("button", { name: /^Fix 1 thing first/ }).click();
  await owner.getByRole("button", { name: /Last day/ }).click();
  await expect(last).toBeFocused();
  await fillField(last, "2032-01-02");
  await says.focus();
  await expect
    .poll(() => editor.read("studio.yaml"))
    .toMatch(/text: Closed for the holidays\n +from: 2031-12-24\n +until: 2032-01-02/);
});

test("a guess is confirmed in the list of what to do, without its page being opened", async ({ owner, editor }) => {
  editor.write("studio.yaml", (text) => text.replace(/^phone: (.*)$/m, 'phone: { value: "$1", source: proposed }'));
  await owner.goto("/edit/?new#to-do");
  const release = await hold(owner, "**/edit/api/save");
  await owner.getByRole("button", { name: /^Yes, this is right/ }).click();
  await expect(owner.getByRole("button", { name: /^Saving…/ })).toBeDisabled();
  release();
  await expect(owner.getByRole("status").filter({ hasText: /^Saved\. .* confirmed\.$/ })).toBeAttached();
  expect(editor.read("studio.yaml")).not.toContain("proposed");
});

test("the publish sheet waits for what is being saved, and says later why publishing failed", async ({ owner }) => {
  await openEntry(owner, "about");
  const release = await hold(owner, "**/edit/api/save");
  await fillField(owner.getByLabel("Heading").first(), "Who you meet here");
  await owner.goto("/edit/#publish");
  const heading = owner.getByRole("heading", { level: 1 });
  await expect(heading).toHaveText("1 change is still being saved…");
  await expect(owner.getByRole("main").getByRole("button", { name: "Saving…" })).toBeDisabled();
  release();
  await expect(heading).toHaveText(/ready to go live$/);
  await expect(owner.getByRole("button", { name: "Publish now" })).toBeEnabled();
  const title = "Not published. Your site is as it was.";
  const publishing = { state: "not-live", title, message: "Your host did not accept the pages.", problems: [] };
  await owner.route("**/edit/api/site", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), publishing } });
  });
  await owner.goto("/edit/?failed#publish");
  await expect(owner.getByRole("alert")).toContainText("Your host did not accept the pages.");
  await expect(owner.getByRole("button", { name: "Try once more" })).toBeEnabled();
  // The window reads the site once more.
  await owner.unrouteAll({ behavior: "wait" });
});

test("without a blur a choice is saved when made, and words when the page is left", async ({ owner, editor }) => {
  await openEntry(owner, "studio");
  // Safari does not focus a control that is clicked. A click by script does not either.
  await owner
    .getByLabel("Line of hours 1")
    .getByLabel("Monday")
    .first()
    .evaluate((day: HTMLElement) => day.click());
  await expect.poll(() => editor.read("studio.yaml")).toContain("[ Monday, Tuesday");
  await fillField(owner.getByLabel("Hours as visitors read them"), "Mon to Wed 9.30-5.30");
  await owner.evaluate(() => {
    location.hash = "#words/about";
  });
  await expect.poll(() => editor.read("studio.yaml")).toContain("hoursNote: Mon to Wed 9.30-5.30");
  // On a phone the owner goes to another app in the middle of a sentence.
  await openEntry(owner, "studio");
  await fillField(owner.getByLabel("Hours as visitors read them"), "Mon to Thu 9.30-5.30");
  const setHidden = (isHidden: boolean) =>
    owner.evaluate((value) => {
      Object.defineProperty(document, "hidden", { value, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, isHidden);
  await setHidden(true);
  await expect.poll(() => editor.read("studio.yaml")).toContain("hoursNote: Mon to Thu 9.30-5.30");
  await setHidden(false);
});

/** A window of the owner on another device, as the editor meets it. */
async function openOtherWindow(editor: RunningEditor, file: string) {
  const headers = { "content-type": "application/json", ...(await editor.admit()) };
  const api = `${editor.origin}/edit/api`;
  return async (path: string, value: string) => {
    const { values } = await (await fetch(`${api}/form?file=${file}`, { headers })).json();
    const body = JSON.stringify({ file, edits: [{ path, was: values[path], value }] });
    expect((await fetch(`${api}/save`, { method: "POST", headers, body })).status).toBe(200);
  };
}
