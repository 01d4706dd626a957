import { writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import type { Content } from "../content/content.ts";
import { drawMark, loadMark } from "../content/pictures/mark.ts";
import { tokenColour } from "./token-colour.ts";

/** Draws the mark in the sizes that browsers and phones need. */
export async function drawIcons(directory: string, studio: Content["studio"]) {
  const rounded = await drawFavicon(studio);
  const full = await drawTile(studio);
  const draw = (svg: string, size: number) =>
    sharp(Buffer.from(svg), { density: 96 * 16 })
      .resize(size, size)
      .png({ palette: true, effort: 10 })
      .toBuffer();
  const write = (name: string, bytes: Buffer | string) => writeFileSync(join(directory, name), bytes);
  write("favicon.svg", rounded);
  write("favicon.ico", toIco(await draw(rounded, 32), 32));
  write("apple-touch-icon.png", await draw(full, 180));
}

export const drawFavicon = (studio: Content["studio"]) =>
  drawMarkOn(studio, "0 0 32 32", `<rect width="32" height="32" rx="4" fill="${tokenColour("ink")}"/>`);

/** Phones crop icons, so the colour reaches the edge and the mark stays within the middle four fifths. */
const drawTile = (studio: Content["studio"]) =>
  drawMarkOn(studio, "-2 -2 36 36", `<rect x="-2" y="-2" width="36" height="36" fill="${tokenColour("ink")}"/>`);

async function drawMarkOn(studio: Content["studio"], viewBox: string, ground: string) {
  const mark = drawMark(await loadMark(studio), tokenColour("ground"), studio.colours.accent, 2.4);
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
