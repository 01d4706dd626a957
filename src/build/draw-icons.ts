import { writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import type { Content } from "../content/content.ts";
import { drawMark, loadLogo } from "../content/pictures/mark.ts";
import { tokenColour } from "./token-colour.ts";

/** Draws the mark in the sizes that browsers and phones need, and writes the studio's own logo as the pages show it. */
export async function drawIcons(directory: string, folder: string, studio: Content["studio"]) {
  const rounded = await drawFavicon(folder, studio);
  const full = await drawTile(folder, studio);
  const draw = (svg: string, size: number) =>
    sharp(Buffer.from(svg), { density: 96 * 16 })
      .resize(size, size)
      .png({ palette: true, effort: 10 })
      .toBuffer();
  const write = (name: string, bytes: Buffer | string) => writeFileSync(join(directory, name), bytes);
  write("favicon.svg", rounded);
  write("favicon.ico", toIco(await draw(rounded, 32), 32));
  write("apple-touch-icon.png", await draw(full, 180));
  const logo = studio.logo && (await loadLogo(folder, studio.logo));
  if (logo) write(logo.url, logo.bytes);
}

export const drawFavicon = (folder: string, studio: Content["studio"]) =>
  drawMarkOn(folder, studio, "0 0 32 32", 'width="32" height="32" rx="4"');

/** Phones crop icons, so the colour reaches the edge and the mark stays within the middle four fifths. */
const drawTile = (folder: string, studio: Content["studio"]) =>
  drawMarkOn(folder, studio, "-2 -2 36 36", 'x="-2" y="-2" width="36" height="36"');

/** On a dark ground, or for a logo in colours of its own on a light one, as such are mostly made for paper. */
async function drawMarkOn(folder: string, studio: Content["studio"], viewBox: string, tile: string) {
  const ofItsOwn = studio.logo && !(await loadLogo(folder, studio.logo)).followsWords;
  const ink = { ink: tokenColour("ground"), accent: studio.colours.accent, width: 2.4 };
  const mark = await drawMark(folder, studio, ink);
  const ground = `<rect ${tile} fill="${tokenColour(ofItsOwn ? "ground" : "ink")}"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${ground}<g transform="translate(3.4 3.4) scale(.9)">${mark}</g></svg>`;
}

/** Makes an .ico with one PNG, since browsers request /favicon.ico whatever a page links to. */
function toIco(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
