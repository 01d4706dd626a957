import { readFileSync } from "node:fs";

/** Reads a colour token, for drawings outside the style sheet: its value by day, or the second one, for dark. */
export function tokenColour(name: string, scheme: "light" | "dark" = "light"): string {
  const sheet = readFileSync("src/design/styles/tokens.css", "utf8");
  const [light, dark] = sheet.matchAll(new RegExp(`--${name}: (#[0-9a-f]{6});`, "g"));
  const found = (scheme === "dark" ? dark : light)?.[1];
  if (!found) throw new Error(`src/design/styles/tokens.css has no colour --${name} for ${scheme}`);
  return found;
}

/** The page's background, for the browser's own bars. */
export const grounds = () => ({ ground: tokenColour("ground"), darkGround: tokenColour("ground", "dark") });
