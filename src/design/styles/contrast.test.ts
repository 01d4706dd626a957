import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { contrast, darkestBackground, nightBackground, pageBackground } from "../../content/contrast.ts";

const read = (file: string) => readFileSync(file, "utf8");
const darkBlock = /@media screen and \(prefers-color-scheme: dark\) \{.*?\n {2}\}/gs;
const sheets = [read("src/design/styles/tokens.css"), read("src/design/controls/tokens.css")].join("\n");
/** The values of a sheet's tokens, or the second ones of those that have two. */
const readColours = (sheet: string, second = false) =>
  [...sheet.matchAll(/--([\w-]+): (?:light-dark\()?(#[0-9a-f]{3,8}|var\(--[\w-]+\))(?:, (#[0-9a-f]+)\))?;/g)].map(
    ([, name = "", value = "", other = value]) => [name, second ? other : value] as const,
  );
const outsideDark = sheets.replaceAll(darkBlock, "");
const day = new Map(readColours(outsideDark));
const dark = new Map([...readColours(outsideDark, true), ...readColours((sheets.match(darkBlock) ?? []).join("\n"))]);

const grounds = "light ground room-far shade blush blush-far";
const darkGrounds = "light ground dusk shade blush blush-far wall wall-far";
const fields = "lamp lamp-soft ok-field danger-field guess sticky-ground";

/** What is written or drawn, what it stands on, and the contrast that it needs. */
test.each([
  ["by day", day, "ink ink-soft", grounds, 7],
  ["by day", day, "ink", fields, 7],
  ["by day", day, "danger", "danger-field room-far", 4.5],
  ["by day", day, "soon", "room-far", 4.5],
  ["by day", day, "white", "spruce spruce-lit dusk", 7],
  ["by day", day, "white", "disabled", 4.5],
  ["by day", day, "placeholder", "light", 4.5],
  ["by day", day, "line-strong star", "light room-far", 3],
  ["by day", day, "on-dusk", "dusk dusk-lit dusk-bright", 7],
  ["by day", day, "on-dusk-soft", "dusk dusk-lit", 7],
  ["by day", day, "on-dusk-ok", "dusk-lit", 4.5],
  ["in the dark", dark, "ink ink-soft spruce", darkGrounds, 7],
  ["in the dark", dark, "ink", `${fields} white`, 7],
  ["in the dark", dark, "danger verdict-ask", darkGrounds, 4.5],
  ["in the dark", dark, "line-strong star", darkGrounds, 3],
  ["in the dark", dark, "danger", "danger-field", 4.5],
  ["in the dark", dark, "soon", "dusk", 4.5],
  ["in the dark", dark, "placeholder", "light", 4.5],
  ["in the dark", dark, "white", "spruce", 7],
  ["in the dark", dark, "on-dusk", "disabled", 4.5],
  // Filled buttons, at rest, under the pointer and pressed
  ["in the dark", dark, "dusk", "on-dusk spruce on-dusk-soft", 7],
])("%s, %s: %s on %s reaches %d:1", (_, among, texts, backgrounds, needed) => {
  for (const text of texts.split(" "))
    for (const background of backgrounds.split(" "))
      expect(contrast(colour(text, among), colour(background, among)), background).toBeGreaterThanOrEqual(needed);
});

// The light falls on a third of the width and more, where the dusk is half way from its lit side.
test.each([
  ["pane-night", day, "ink-soft", ["lamplit", "lamplit-ground", "lamplit-far"].map((ground) => colour(ground)), 7],
  ["pane-night", dark, "ink-soft", [colour("light", dark)], 7],
  ["pane-faint", day, "on-dusk", [mix(colour("dusk-lit"), colour("dusk"), 0.5)], 4.5],
  ["pane-bright", day, "on-dusk", [mix(colour("dusk-bright"), colour("dusk"), 0.5)], 4.5],
])("words stay readable where %s falls on them", (pane, among, text, lit, needed) => {
  const alpha = Number.parseInt(raw(pane, among).slice(7), 16) / 255;
  for (const ground of lit)
    expect(contrast(colour(text, among), mix(colour(pane, among), ground, alpha))).toBeGreaterThanOrEqual(needed);
});

test("in the dark the words of a path can be read whatever the colour of its light is", () => {
  const share = Number(/--hue: color-mix\(in srgb, var\(--glow\) (\d+)%, var\(--on-dusk\)\)/.exec(sheets)?.[1]) / 100;
  const darkest = mix("#000000", colour("on-dusk"), share);
  for (const background of darkGrounds.split(" "))
    expect(contrast(darkest, colour(background, dark)), background).toBeGreaterThanOrEqual(4.5);
});

test("the content is judged on the backgrounds of the design", () => {
  const [darkest] = `${grounds} lamp`
    .split(" ")
    .map((name) => colour(name))
    .toSorted((a, b) => contrast("#000000", a) - contrast("#000000", b));
  expect([darkestBackground, pageBackground]).toEqual([darkest, colour("ground")]);
  expect(nightBackground).toBe(colour("ground", dark));
});

// The words stand on the light of a path, at its strongest where a band begins.
test.each(["content", "tests/example-studio"])(
  "words on the light of recovery reach 7:1 with the paths of %s",
  (studio) => {
    const glows = [...read(`${studio}/paths.yaml`).matchAll(/glow: "(#[0-9a-f]{6})"/g)].map(([, glow = ""]) => glow);
    const bands = [...read("src/site/pages/treatment/recovery.module.css").matchAll(/--band: .*var\(--glow\) (\d+)%/g)];
    const [pale, faint] = bands.map(([, share]) => Number(share) / 100);
    expect(glows.length).toBeGreaterThan(2);
    for (const glow of glows) {
      for (const ground of ["light", "ground", "room-far", "lamplit", "lamplit-ground", "lamplit-far"])
        expect(contrast(colour("ink"), mix(glow, colour(ground), pale ?? 1)), glow).toBeGreaterThanOrEqual(7);
      for (const ground of ["light", "ground", "dusk"])
        expect(contrast(colour("on-dusk"), mix(glow, colour(ground, dark), faint ?? 1)), glow).toBeGreaterThanOrEqual(
          7,
        );
    }
  },
);

test("every colour is a token, and every custom property that a sheet reads is one that some sheet sets", () => {
  const files = globSync("src/**/*.css");
  expect(files.length).toBeGreaterThan(40);
  // A fragment of an address is no colour.
  const findColours = (sheet: string) =>
    sheet.replaceAll(/\/\*.*?\*\/|url\("[^"]*"\)/gs, "").match(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab)a?\(/gi) ?? [];
  for (const file of files) if (basename(file) !== "tokens.css") expect(findColours(read(file)), file).toEqual([]);
  const all = files.map(read).join("\n");
  const set = new Set([...all.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  const missing = [...all.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name).filter((name) => !set.has(name));
  expect(missing).toEqual([]);
});

function raw(name: string, among = day): string {
  const value = among.get(name);
  if (!value) throw new Error(`There is no colour named ${name}`);
  const other = /^var\(--(.*)\)$/.exec(value)?.[1];
  return other ? raw(other, among) : value;
}

/** Of six digits, without its transparency. */
function colour(name: string, among = day): string {
  const value = raw(name, among);
  return value.length < 7 ? `#${[...value.slice(1, 4)].map((digit) => digit + digit).join("")}` : value.slice(0, 7);
}

/** The upper colour over the lower one. */
function mix(upper: string, lower: string, alpha: number): string {
  const channels = (hex: string) => [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
  const below = channels(lower);
  const mixed = channels(upper).map((value, index) => Math.round(value * alpha + (below[index] ?? 0) * (1 - alpha)));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}
