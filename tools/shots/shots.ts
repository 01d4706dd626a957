import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { type Browser, chromium } from "@playwright/test";
import { currentRelease } from "../../src/build/build-folder.ts";
import { buildIfChanged } from "../../src/build/build-if-changed.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readBuildSettings } from "../../src/settings/settings.ts";
import { findChromium } from "../../tests/kit/find-chromium.ts";
import { buildRevision, serveBuild } from "./build-revision.ts";
import { compare, type Difference } from "./compare.ts";
import { takeEditorShots } from "./editor-shots.ts";
import { faults } from "./planted-faults.ts";
import { reportPage } from "./report.ts";
import { widths as allWidths, listViews, openTab, type View, waitUntilStable } from "./views.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: "string" },
    only: { type: "string" },
    width: { type: "string" },
    prove: { type: "boolean" },
  },
});
const widths = values.width ? [Number(values.width)] : allWidths;
const started = Date.now();
if (positionals.includes("editor")) {
  await takeEditorShots();
  process.exit();
}
const settings = readBuildSettings(loadEnvironment());
const current = currentRelease(settings.buildFolder);
if (!buildIfChanged(settings)) process.exit(1);
const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox", "--disable-gpu"] });
try {
  if (values.prove) await checkSensitivity(browser);
  else if (values.against) await compareWith(browser, values.against);
  else await saveShots(browser);
} finally {
  await browser.close();
}
console.log(`${Math.round((Date.now() - started) / 1000)} s`);

function selectedViews(views: View[]) {
  return views.filter(({ name }) => !values.only || name === values.only);
}

/** Takes a shot of every page and state. */
async function saveShots(browser: Browser) {
  const folder = "shots";
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const here = await serveBuild(".", current);
  const views = selectedViews(listViews(here.addresses));
  try {
    for await (const { view, width, shot } of shots(browser, here.origin, views)) {
      writeFileSync(join(folder, `${view.name}-${width}.png`), shot);
    }
  } finally {
    await here.stop();
  }
  console.log(`${widths.length * views.length} pictures are in ${resolve(folder)}`);
}

/** Writes a page with everything that differs from another revision. */
async function compareWith(browser: Browser, revision: string) {
  const before = await buildRevision(revision);
  const here = await serveBuild(".", current);
  const found: Difference[] = [];
  const views = selectedViews(listViews(new Set([...before.addresses, ...here.addresses])));
  try {
    for (const width of widths) {
      for (const view of views) {
        const [old, now] = await shootBoth(browser, [before.origin, here.origin], view, width);
        const difference = await compare(old, now);
        if (difference) found.push({ name: view.name, width, ...difference });
      }
    }
  } finally {
    await Promise.all([before.stop(), here.stop()]);
  }
  const folder = resolve(".cache/shots");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const page = join(folder, "index.html");
  found.sort((one, other) => other.share - one.share);
  for (const { name, width, pictures } of found) {
    for (const [side, bytes] of Object.entries(pictures))
      writeFileSync(join(folder, `${name}-${width}-${side}.png`), bytes);
  }
  writeFileSync(page, reportPage(revision, found, views.length * widths.length));
  for (const { name, width, share } of found)
    console.log(`${(100 * share).toFixed(3).padStart(8)} %  ${name} at ${width} px`);
  console.log(`${found.length} of ${views.length * widths.length} differ from ${revision}: ${pathToFileURL(page)}`);
}

/** Checks that unchanged pages never differ in five rounds, and that each planted fault is found. */
async function checkSensitivity(browser: Browser) {
  const here = await serveBuild(".", current);
  const views = selectedViews(listViews(withOneTreatment(here.addresses)));
  const failures: string[] = [];
  try {
    const first = new Map<string, Buffer>();
    for (let round = 0; round <= 5; round++) {
      for await (const { view, width, shot } of shots(browser, here.origin, views)) {
        const key = `${view.name} at ${width} px`;
        const known = first.get(key);
        if (!known) first.set(key, shot);
        else if (await compare(known, shot)) failures.push(`${key} was reported as different in round ${round}`);
      }
      console.log(
        `${round ? `round ${round}` : "the first time"}: ${views.length * widths.length} shots, ${failures.length} false alarms`,
      );
    }
    for (const fault of faults.filter(({ width }) => widths.includes(width))) {
      const view = listViews(here.addresses).find(({ path, prepare }) => path === fault.path && !prepare);
      if (!view) throw new Error(`There is no page at ${fault.path}`);
      const before = await shoot(browser, here.origin, view, fault.width);
      const after = await shoot(browser, here.origin, view, fault.width, fault.style);
      const found = await compare(before, after);
      console.log(`${found ? "found " : "MISSED"}  ${fault.name}${found ? `, ${found.pixels} pixels` : ""}`);
      if (!found) failures.push(fault.name);
    }
  } finally {
    await here.stop();
  }
  for (const name of failures) console.error(name);
  if (failures.length) process.exitCode = 1;
}

/** All treatment pages look alike, so one is enough. */
function withOneTreatment(addresses: Set<string>) {
  const [first] = [...addresses].filter((path) => path.startsWith("/treatments/")).sort();
  return [...addresses].filter((path) => path === first || !path.startsWith("/treatments/"));
}

async function* shots(browser: Browser, origin: string, views: View[]) {
  for (const width of widths) {
    for (const view of views) yield { view, width, shot: await shoot(browser, origin, view, width) };
  }
}

/** Both run at the same time, so that they have the same conditions. */
function shootBoth(browser: Browser, origins: [string, string], view: View, width: number) {
  return Promise.all([shoot(browser, origins[0], view, width), shoot(browser, origins[1], view, width)]);
}

/** Opens a new tab, so that nothing remains of another page's state. */
async function shoot(browser: Browser, origin: string, view: View, width: number, style = "") {
  const tab = await openTab(browser, origin, width);
  try {
    await tab.goto(view.path);
    await view.prepare?.(tab);
    await waitUntilStable(tab, style);
    return await tab.screenshot({ fullPage: !view.viewportOnly, animations: "disabled", caret: "hide" });
  } finally {
    await tab.context().close();
  }
}
