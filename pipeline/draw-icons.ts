import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

/** The mark at the sizes browsers and phones ask for, all drawn from the one in public/favicon.svg. */
export async function drawIcons(directory: string) {
  const rounded = readFileSync("public/favicon.svg", "utf8");
  // Phones cut icons to a shape of their own: colour to the edge, and the mark inside the middle four fifths.
  const full = rounded
    .replace('viewBox="0 0 32 32"', 'viewBox="-2 -2 36 36"')
    .replace(/<rect [^>]*fill="(#\w+)"\/>/, '<rect x="-2" y="-2" width="36" height="36" fill="$1"/>');
  if (full.includes("rx=")) throw new Error("public/favicon.svg has another shape now: its ground is not a <rect>");

  const draw = (svg: string, size: number) =>
    sharp(Buffer.from(svg), { density: 96 * 16 })
      .resize(size, size)
      .png({ palette: true, effort: 10 })
      .toBuffer();
  const write = (name: string, bytes: Buffer) => writeFileSync(join(directory, name), bytes);
  const small = await draw(rounded, 32);
  write("favicon.ico", icon(small, 32));
  write("icon-32.png", small);
  write("apple-touch-icon.png", await draw(full, 180));
  write("icon-192.png", await draw(full, 192));
  write("icon-512.png", await draw(full, 512));
}

/** An .ico holding one PNG: browsers ask for /favicon.ico whatever a page says. */
function icon(png: Buffer, size: number): Buffer {
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
