import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { detailBox, type Master, maxWidth, type Variant, variants } from "../content/pictures/pictures.ts";
import { renameOver } from "../files/write-files.ts";
import { isPublic } from "../settings/site-address.ts";

// No file is opened twice, so the library's cache would only use memory.
sharp.cache(false);

/** This cache outlives node_modules and build/, so that a machine encodes each picture once. */
const cache = ".cache/pictures";
/** Ten bits for each colour keep a plain wall even, where eight leave blocks, and take no more bytes. */
const settings = {
  avif: { quality: 52, effort: 3, bitdepth: 10 },
  webp: { quality: 74, effort: 4 },
} as const;

/** What tests find small enough with little effort is smaller in a real build. */
export async function encodePicture(master: Master, variant: Variant, isQuick = false): Promise<Buffer> {
  const full = settings[variant.format];
  const quick = { ...full, effort: 1 };
  const options = isQuick && !existsSync(cachedFile(variant, full)) ? quick : full;
  return makeOnce(cachedFile(variant, options), async () => {
    const { data, info } = await shrunkPixels(master);
    const whole = sharp(data, { raw: info });
    const shown = variant.detail ? whole.extract(detailBox(variant.detail, info)) : whole;
    return shown.resize({ width: variant.width }).toFormat(variant.format, options).toBuffer();
  });
}

/** The bytes of a cached file, which are made if it is not there yet. Two builds at the same time make the same. */
export async function makeOnce(file: string, make: () => Promise<Buffer>): Promise<Buffer> {
  if (existsSync(file)) return readFile(file);
  const bytes = await make();
  await mkdir(dirname(file), { recursive: true });
  const temporaryFile = `${file}.${process.pid}`;
  await writeFile(temporaryFile, bytes);
  renameOver(temporaryFile, file);
  return bytes;
}

/** Whether time can be saved, as pictures are still to be encoded. A public site has all of them from the start. */
export const isEncodingLeft = (masters: Master[], address: string): boolean =>
  !isPublic(address) && masters.flatMap(variants).some((variant) => !existsSync(cachedFile(variant)));

function cachedFile(variant: Variant, options: object = settings[variant.format]) {
  const choices = Object.values(options).join("-");
  return join(cache, `${choices}-${variant.url.split("/").at(-1)}`);
}

let lastShrunk: { hash: string; pixels: ReturnType<typeof shrink> } | undefined;

/** The last picture is cached, since all variants of a picture are encoded in a row. */
function shrunkPixels(master: Master) {
  if (lastShrunk?.hash !== master.hash) lastShrunk = { hash: master.hash, pixels: shrink(master) };
  return lastShrunk.pixels;
}

/** Rotates the picture and shrinks it to the widest variant, so that the full size is in memory only briefly. */
const shrink = ({ file }: Master) =>
  sharp(file, { failOn: "error" })
    .autoOrient()
    .resize({ width: maxWidth, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
