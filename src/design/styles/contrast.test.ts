import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { contrast, darkestBackground, nightBackground, pageBackground } from "../../content/contrast.ts";

const read = (file: string) => readFileSync(file, "utf8");
const darkBlock = /@media screen and \(prefers-color-scheme: dark\) \{.*?\n {2}\}/gs;
const sheets = [read("src/design/styles/tokens.css"), read("src/design/controls/tokens.css")].join("\n");
const readColours = (sheet: string) =>
  [...sheet.matchAll(/--([\w-]+): (#[0-9a-f]{3,8}|var\(--[\w-]+\));/g)].map(
    ([, name = "", value = ""]) => [name, value] as const,
  );
const colours = new Map(readColours(sheets.replaceAll(darkBlock, "")));
const darkColours = new Map([...colours, ...readColours((sheets.match(darkBlock) ?? []).join("\n"))]);

const backgrounds = ["light", "ground", "room-far", "shade", "blush", "blush-far"];
type Pair = [text: string, background: string, needed: number];
const pairs: Pair[] = [
  ...backgrounds.flatMap((background): Pair[] => [
    ["ink", background, 7],
    ["ink-soft", background, 7],
  ]),
  ...["lamp", "lamp-soft", "ok-field", "danger-field", "guess", "sticky-ground"].map(
    (background): Pair => ["ink", background, 7],
  ),
  ["danger", "danger-field", 4.5],
  ["danger", "room-far", 4.5],
  ["soon", "room-far", 4.5],
  ["white", "spruce", 7],
  ["white", "spruce-lit", 7],
  ["white", "dusk", 7],
  ["white", "disabled", 4.5],
  ["white", "lamp-deep", 4.5],
  ["placeholder", "light", 4.5],
  ["line-strong", "light", 3],
  ["line-strong", "room-far", 3],
  ["star", "light", 3],
  ["star", "room-far", 3],
  ...["dusk", "dusk-lit", "dusk-bright"].map((background): Pair => ["on-dusk", background, 7]),
  ["on-dusk-soft", "dusk", 7],
  ["on-dusk-soft", "dusk-lit", 7],
  ["on-dusk-ok", "dusk-lit", 4.5],
];

const darkBackgrounds = ["light", "ground", "dusk", "shade", "blush", "blush-far", "wall", "wall-far"];
const darkPairs: Pair[] = [
  ...darkBackgrounds.flatMap((background): Pair[] => [
    ["ink", background, 7],
    ["ink-soft", background, 7],
    ["spruce", background, 7],
    ["danger", background, 4.5],
    ["verdict-ask", background, 4.5],
    ["line-strong", background, 3],
    ["star", background, 3],
  ]),
  ...["lamp", "lamp-soft", "ok-field", "danger-field", "guess", "sticky-ground", "white"].map(
    (background): Pair => ["ink", background, 7],
  ),
  ["danger", "danger-field", 4.5],
  ["soon", "dusk", 4.5],
  ["placeholder", "light", 4.5],
  ["white", "lamp-deep", 4.5],
  ["white", "spruce", 7],
  ["on-dusk", "disabled", 4.5],
  // Filled buttons, at rest, under the pointer and pressed
  ...["on-dusk", "spruce", "on-dusk-soft"].map((background): Pair => ["dusk", background, 7]),
];

describe("contrast in the dark", () => {
  test.each(darkPairs)("%s on %s reaches %d:1", (text, background, needed) => {
    expect(contrast(colour(text, darkColours), colour(background, darkColours))).toBeGreaterThanOrEqual(needed);
  });

  test("words stay readable where the panes fall on them", () => {
    const alpha = Number.parseInt(raw("pane-night", darkColours).slice(7), 16) / 255;
    const lit = mix(colour("pane-night", darkColours), colour("light", darkColours), alpha);
    expect(contrast(colour("ink-soft", darkColours), lit)).toBeGreaterThanOrEqual(7);
  });

  test("the words of a path can be read whatever the colour of its light is", () => {
    const share = Number(/--hue: color-mix\(in srgb, var\(--glow\) (\d+)%, var\(--on-dusk\)\)/.exec(sheets)?.[1]) / 100;
    const darkest = mix("#000000", colour("on-dusk"), share);
    for (const background of darkBackgrounds)
      expect(contrast(darkest, colour(background, darkColours)), background).toBeGreaterThanOrEqual(4.5);
  });
});

describe("contrast", () => {
  test.each(pairs)("%s on %s reaches %d:1", (text, background, needed) => {
    expect(contrast(colour(text), colour(background))).toBeGreaterThanOrEqual(needed);
  });

  test("words stay readable where the panes of the night fall on the lamplit room", () => {
    const alpha = Number.parseInt(raw("pane-night").slice(7), 16) / 255;
    for (const ground of ["lamplit", "lamplit-ground", "lamplit-far"])
      expect(contrast(colour("ink-soft"), mix(colour("pane-night"), colour(ground), alpha))).toBeGreaterThanOrEqual(7);
  });

  // The light falls on a third of the width and more, where the ground is half way from its lit side to dusk.
  test.each([
    ["pane-faint", "dusk-lit"],
    ["pane-bright", "dusk-bright"],
  ])("words stay readable where %s falls on %s", (pane, lit) => {
    const ground = mix(colour(lit), colour("dusk"), 0.5);
    const alpha = Number.parseInt(raw(pane).slice(7), 16) / 255;
    expect(contrast(colour("on-dusk"), mix(colour(pane), ground, alpha))).toBeGreaterThanOrEqual(4.5);
  });

  test("the content is judged on the backgrounds of the design", () => {
    const darkest = backgrounds
      .concat("lamp")
      .map((name) => colour(name))
      .toSorted((a, b) => contrast("#000000", a) - contrast("#000000", b))[0];
    expect(darkestBackground).toBe(darkest);
    expect(pageBackground).toBe(colour("ground"));
    expect(nightBackground).toBe(colour("ground", darkColours));
  });
});

// The words stand on the light of a path, at its strongest where a band begins.
test.each(["content", "tests/example-studio"])(
  "words on the light of recovery reach 7:1 with the paths of %s",
  (studio) => {
    const glows = [...read(`${studio}/paths.yaml`).matchAll(/glow: "(#[0-9a-f]{6})"/g)].map(([, glow = ""]) => glow);
    const bands = [...read("src/site/pages/treatment/recovery.module.css").matchAll(/--band: .*var\(--glow\) (\d+)%/g)];
    const [pale, dark] = bands.map(([, share]) => Number(share) / 100);
    expect(glows.length).toBeGreaterThan(2);
    for (const glow of glows) {
      for (const ground of ["light", "ground", "room-far", "lamplit", "lamplit-ground", "lamplit-far"])
        expect(contrast(colour("ink"), mix(glow, colour(ground), pale ?? 1)), glow).toBeGreaterThanOrEqual(7);
      for (const ground of ["light", "ground", "dusk"])
        expect(
          contrast(colour("on-dusk"), mix(glow, colour(ground, darkColours), dark ?? 1)),
          glow,
        ).toBeGreaterThanOrEqual(7);
    }
  },
);

/** Colours in a sheet's text; a fragment of an address is none. */
const findColours = (sheet: string) =>
  sheet.replaceAll(/\/\*.*?\*\/|url\("[^"]*"\)/gs, "").match(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch|lab)a?\(/gi) ?? [];

test("every colour is a token", () => {
  const sheets = globSync("src/**/*.css").filter((file) => basename(file) !== "tokens.css");
  expect(sheets.length).toBeGreaterThan(40);
  expect(sheets.flatMap((file) => findColours(read(file)).map((found) => `${file}: ${found}`))).toEqual([]);
  expect(findColours("a { color: #ABC; background: rgb(0 0 0); } /* #fff */")).toEqual(["#ABC", "rgb("]);
});

test("every custom property that a sheet reads is one that some sheet sets", () => {
  const sheets = globSync("src/**/*.css").map(read).join("\n");
  const set = new Set([...sheets.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
  // Sizes of pictures and frames are set in the page.
  const missing = [...sheets.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name).filter((name) => !set.has(name));
  expect([...new Set(missing)]).toEqual([]);
});

test("the desk tells the browser the ground that it is painted with", () => {
  const page = read("src/desk/views/page.tsx");
  expect(page).toContain(`name="theme-color" content="${colour("ground")}"`);
  expect(page).toContain(`content="${colour("ground", darkColours)}" media="(prefers-color-scheme:dark)"`);
});

test("body text is at least 16 px wherever it is read", () => {
  const smallest = (name: string) => {
    const sheets = read("src/design/styles/tokens.css") + read("src/editor/browser/style/base.css");
    return 16 * Number(new RegExp(`--${name}: (?:clamp\\()?([\\d.]+)rem`).exec(sheets)?.[1]);
  };
  expect(read("src/design/styles/base.css")).toMatch(/body \{\s+font: 400 var\(--s0\)/);
  expect(read("src/editor/browser/style/base.css")).toMatch(/body \{[^}]*font-size: var\(--t0\)/);
  expect(smallest("s0")).toBeGreaterThanOrEqual(16);
  expect(smallest("t0")).toBeGreaterThanOrEqual(16);
});

function raw(name: string, among = colours): string {
  const value = among.get(name);
  if (!value) throw new Error(`There is no colour named ${name}`);
  const other = /^var\(--(.*)\)$/.exec(value)?.[1];
  return other ? raw(other, among) : value;
}

/** Of six digits, without its transparency. */
function colour(name: string, among = colours): string {
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
