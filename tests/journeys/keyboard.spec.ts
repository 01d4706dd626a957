import type { Page } from "@playwright/test";
import { content, expect, openPage, sharedTabTest as test, visitor } from "../kit/site-fixtures.ts";

const { site, pages } = content;
const list = site.navigation.find(({ to }) => to === "/treatments")?.label ?? "";

interface Focus {
  name: string;
  /** Null when no part of it is hidden. */
  fault: string | null;
}

/** Describes the focused element, and whether the header, the bottom bar or anything else hides a part of it. */
function focus(page: Page): Promise<Focus> {
  return page.evaluate(() => {
    const element = document.activeElement as HTMLElement;
    const lines = [...element.getClientRects()];
    if (!lines[0] || element === document.body) return { name: "", fault: "nothing has focus" };
    const name = element.id || element.textContent.trim();
    // Browsers may leave the end of a tall field below the window.
    const last = Math.min((lines.at(-1)?.bottom ?? 0) - 2, innerHeight - 1);
    if (last - Math.max(lines[0].top + 2, 0) < 8) return { name, fault: "it is out of the window" };
    // Each line of a wrapped link is checked by itself, since other content may be between them.
    for (const line of lines) {
      const { left, right } = line;
      const top = Math.max(line.top + 2, 0);
      const bottom = Math.min(line.bottom - 2, innerHeight - 1);
      for (const y of [top, (top + bottom) / 2, bottom]) {
        for (const x of [left + 2, (left + right) / 2, right - 2]) {
          const found = document.elementFromPoint(x, y);
          if (found && (element.contains(found) || (lines.length > 1 && found.contains(element)))) continue;
          return { name, fault: `${Math.round(x)}, ${Math.round(y)} shows ${found?.outerHTML.slice(0, 80)}` };
        }
      }
    }
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    const ring = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
    return { name, fault: ring ? null : "it has no ring" };
  });
}

/** The name of the focused element, once no part of it is hidden. */
async function readFocus(page: Page, place = ""): Promise<string> {
  let found = await focus(page);
  if (found.fault === null) return found.name;
  const look = async () => {
    found = await focus(page);
    return found.fault;
  };
  await expect.poll(look, place).toBeNull();
  return found.name;
}

/** Presses Tab until an element of this name has focus. Every element on the way must be visible. */
async function tabTo(page: Page, name: string | RegExp) {
  const passed: string[] = [];
  for (let presses = 0; presses < 120; presses++) {
    await page.keyboard.press("Tab");
    const focused = await readFocus(page, `after ${passed.join(", ")}`);
    passed.push(focused);
    if (typeof name === "string" ? focused === name : name.test(focused)) return;
  }
  throw new Error(`Tab never came to ${name}, but to ${passed.join(", ")}`);
}

async function expectArrival(page: Page, title: string) {
  const heading = page.getByRole("heading", { level: 1, name: title });
  await expect(heading).toBeFocused();
}

/** Goes from home to the form's button. */
async function tabToForm(page: Page, ...start: (string | RegExp)[]) {
  await openPage(page, "/");
  for (const step of start) {
    await tabTo(page, step);
    await page.keyboard.press("Enter");
  }
  await expectArrival(page, pages.treatments.heading);
  await tabTo(page, /^Collagen Needling/);
  await page.keyboard.press("Enter");
  await expectArrival(page, "Collagen Needling");
  await tabTo(page, pages.treatment.button);
  await page.keyboard.press("Enter");
  await expectArrival(page, pages.contact.heading);
  await tabTo(page, "Send Message");
}

test("a visitor gets from home to a sent request with the keyboard alone", async ({ page, server }) => {
  const name = "Kim Keyboard";
  await page.setViewportSize({ width: 390, height: 700 });
  await tabToForm(page, new RegExp(`^${site.menu.open}`), list);
  // Before its script has loaded, the browser itself would validate the form.
  await page.locator("form[data-live]").waitFor();
  await page.keyboard.press("Enter");
  await expect(page.locator("#check")).toBeFocused();
  await tabTo(page, "Enter your full name");
  await page.keyboard.press("Enter");
  await expect(page.locator("#name")).toBeFocused();
  await page.keyboard.insertText(name);
  for (const field of ["email", "phone", "treatment", "message"] as const) {
    await tabTo(page, field);
    if (field !== "treatment") await page.keyboard.insertText(visitor[field]);
  }
  await tabTo(page, "Send Message");
  await page.keyboard.press("Enter");
  await expect(page.locator("#sent")).toBeFocused();
  expect((await server.requests()).find((request) => request.name === name)).toMatchObject({
    treatment: "Collagen Needling",
    message: visitor.message,
  });
});

test("in a wide window too every element from home to the form's button is visible", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await tabToForm(page, list);
});

test("Back returns to the same place, although it moves the focus", async ({ page }) => {
  const heading = page.getByRole("heading", { level: 1 });
  const scrolled = () => page.evaluate(() => scrollY);
  await openPage(page, "/treatments");
  await page.locator("#renew a[href='/treatments/lactic-peel']").focus();
  await page.waitForTimeout(600);
  const left = await scrolled();
  expect(left).toBeGreaterThan(1000);
  await page.keyboard.press("Enter");
  await expect(heading).toHaveText("Lactic Peel");
  await expect(heading).toBeFocused();
  await page.goBack();
  await expect(heading).toHaveText(pages.treatments.heading);
  await expect(heading).toBeFocused();
  expect(await scrolled()).toBe(left);
});

for (const path of ["/", "/about", "/results", "/testimonials", "/privacy"]) {
  test(`every element that Tab reaches on ${path} is visible, forwards and back`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 700 });
    await openPage(page, path);
    await tabTo(page, site.footer.privacy);
    for (let presses = 0; presses < 12; presses++) {
      await page.keyboard.press("Shift+Tab");
      await readFocus(page);
    }
  });
}
