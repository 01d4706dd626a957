import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const colours = Object.fromEntries(
  [...readFileSync("site/styles/tokens.css", "utf8").matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [
    match[1],
    match[2],
  ]),
);

// Ends of gradients and states that have no token of their own; each stands once in a style sheet.
const loose: Record<string, string> = {
  "room far side": "#edf1ef",
  "blush far side": "#e7d6cb",
  "close lit side": "#1d3831",
  "close cast light": "#3a5049",
  "404 lit side": "#22423a",
  "404 cast light": "#5c736a",
  disabled: "#5d6c68",
  placeholder: "#5a6965",
  white: "#ffffff",
};

const grounds = ["light", "ground", "room far side", "shade", "blush", "blush far side"];
const hues = ["hair", "healing", "acne", "aging"];
const pairs: [text: string, ground: string, needed: number][] = [
  ...grounds.flatMap((ground): [string, string, number][] => [
    ["ink", ground, 7],
    ["ink-soft", ground, 7],
  ]),
  ...["lamp", "ok-field", "danger-field"].map((ground): [string, string, number] => ["ink", ground, 7]),
  ...hues.flatMap((hue) =>
    ["light", "room far side", "blush far side", "lamp"].map((ground): [string, string, number] => [hue, ground, 4.5]),
  ),
  ["danger", "danger-field", 4.5],
  ["danger", "room far side", 4.5],
  ["white", "spruce", 7],
  ["white", "spruce-lit", 7],
  ["white", "dusk", 7],
  ["white", "disabled", 4.5],
  ["placeholder", "light", 4.5],
  ["line-strong", "light", 3],
  ["line-strong", "room far side", 3],
  ["star", "light", 3],
  ["star", "room far side", 3],
  ["on-dusk", "dusk", 7],
  ["on-dusk", "close lit side", 7],
  ["on-dusk-soft", "dusk", 7],
  ["on-dusk-soft", "close lit side", 7],
  ["on-dusk", "close cast light", 4.5],
  ["on-dusk", "404 cast light", 4.5],
  ["on-dusk", "404 lit side", 7],
];

describe("contrast", () => {
  test.each(pairs)("%s on %s reaches %d:1", (text, ground, needed) => {
    expect(contrast(colour(text), colour(ground))).toBeGreaterThanOrEqual(needed);
  });
});

function colour(name: string): string {
  const value = colours[name] ?? loose[name];
  if (!value) throw new Error(`There is no colour named ${name}`);
  return value;
}

/** The ratio of WCAG 2. */
function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
