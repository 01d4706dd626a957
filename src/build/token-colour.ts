import { readFileSync } from "node:fs";

/** Reads a colour token, for drawings outside the style sheet. */
export function tokenColour(name: string): string {
  const found = new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(
    readFileSync("src/design/styles/tokens.css", "utf8"),
  )?.[1];
  if (!found) throw new Error(`src/design/styles/tokens.css has no colour --${name}`);
  return found;
}
