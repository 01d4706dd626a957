import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { contrast, darkestBackground } from "../../content/contrast.ts";

const colours = Object.fromEntries(
  [...readFileSync("src/design/styles/tokens.css", "utf8").matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map((match) => [
    match[1],
    match[2],
  ]),
);

// Ends of gradients and states that have no token of their own; each stands once in a style sheet.
const untokenisedColours: Record<string, string> = {
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

const backgrounds = ["light", "ground", "room far side", "shade", "blush", "blush far side"];
const pairs: [text: string, ground: string, needed: number][] = [
  ...backgrounds.flatMap((background): [string, string, number][] => [
    ["ink", background, 7],
    ["ink-soft", background, 7],
  ]),
  ...["lamp", "ok-field", "danger-field"].map((background): [string, string, number] => ["ink", background, 7]),
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
  test.each(pairs)("%s on %s reaches %d:1", (text, background, needed) => {
    expect(contrast(colour(text), colour(background))).toBeGreaterThanOrEqual(needed);
  });

  test("a path's words are judged on the darkest ground they stand on", () => {
    const darkest = backgrounds
      .concat("lamp")
      .map(colour)
      .toSorted((a, b) => contrast("#000000", a) - contrast("#000000", b))[0];
    expect(darkestBackground).toBe(darkest);
  });
});

function colour(name: string): string {
  const value = colours[name] ?? untokenisedColours[name];
  if (!value) throw new Error(`There is no colour named ${name}`);
  return value;
}
