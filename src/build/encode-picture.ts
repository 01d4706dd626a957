import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { type Master, maxWidth, type Variant, variants } from "../content/pictures/pictures.ts";
import { isPublic } from "../settings/site-address.ts";

// Nothing is opened twice, and what the library keeps adds up.
sharp.cache(false);

/** Outlives node_modules and build/, so that a picture is encoded once on a machine. */
const cache = ".cache/pictures";
/** `quick` takes a sixth of the time and a quarter more bytes: for a first look on one's own machine, never for the public. */
const settings = {
  fine: { avif: { quality: 52, effort: 3 }, webp: { quality: 74, effort: 4 } },
  quick: { avif: { quality: 52, effort: 0 }, webp: { quality: 74, effort: 0 } },
};
export type Effort = keyof typeof settings;

/** Asked for a quick encoding it returns the fine one where that is at hand. */
export async function encodePicture(master: Master, variant: Variant, chosen: Effort = "fine"): Promise<Buffer> {
  const fine = keptAt(variant, "fine");
  if (existsSync(fine)) return readFile(fine);
  const file = keptAt(variant, chosen);
  if (existsSync(file)) return readFile(file);
  const { quality, effort } = settings[chosen][variant.format];
  const { data, info } = await shrunkPixels(master);
  const bytes = await sharp(data, { raw: info })
    .resize({ width: variant.width })
    .toFormat(variant.format, { quality, effort })
    .toBuffer();
  await mkdir(dirname(file), { recursive: true });
  const temporaryFile = `${file}.${process.pid}`;
  await writeFile(temporaryFile, bytes);
  await rename(temporaryFile, file);
  return bytes;
}

/** Quick ones only where that saves time and the public does not see them. */
export function effortFor(masters: Master[], address: string, quickAllowed: boolean): Effort {
  const lacksFine = masters.flatMap(variants).some((variant) => !existsSync(keptAt(variant, "fine")));
  return quickAllowed && lacksFine && !isPublic(address) ? "quick" : "fine";
}

function keptAt(variant: Variant, chosen: Effort) {
  const { quality, effort } = settings[chosen][variant.format];
  return join(cache, `q${quality}e${effort}-${variant.url.split("/").at(-1)}`);
}

let lastShrunk: { hash: string; pixels: ReturnType<typeof shrink> } | undefined;

/** The last one is kept, as all variants of a picture are asked for in a row. */
function shrunkPixels(master: Master) {
  if (lastShrunk?.hash !== master.hash) lastShrunk = { hash: master.hash, pixels: shrink(master) };
  return lastShrunk.pixels;
}

/** Upright and no wider than the widest variant: the whole photograph is in memory once, and briefly. */
const shrink = ({ file }: Master) =>
  sharp(file, { failOn: "error" })
    .autoOrient()
    .resize({ width: maxWidth, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
