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
/**
 * `quick` takes a sixth of the time and a quarter more bytes. It is never used for a public site. Ten bits for each
 * colour keep a plain wall even, where eight leave blocks, and take no more bytes.
 */
const settings = {
  fine: { avif: { quality: 52, effort: 3, bitdepth: 10 }, webp: { quality: 74, effort: 4 } },
  quick: { avif: { quality: 52, effort: 0, bitdepth: 10 }, webp: { quality: 74, effort: 0 } },
} as const;
export type Effort = keyof typeof settings;

/** A request for a quick encoding returns the fine one if that is cached. */
export async function encodePicture(master: Master, variant: Variant, chosen: Effort = "fine"): Promise<Buffer> {
  const fine = keptAt(variant, "fine");
  if (existsSync(fine)) return readFile(fine);
  const file = keptAt(variant, chosen);
  if (existsSync(file)) return readFile(file);
  const { data, info } = await shrunkPixels(master);
  const whole = sharp(data, { raw: info });
  const shown = variant.detail ? whole.extract(detailBox(variant.detail, info)) : whole;
  const bytes = await shown
    .resize({ width: variant.width })
    .toFormat(variant.format, settings[chosen][variant.format])
    .toBuffer();
  await mkdir(dirname(file), { recursive: true });
  const temporaryFile = `${file}.${process.pid}`;
  await writeFile(temporaryFile, bytes);
  renameOver(temporaryFile, file);
  return bytes;
}

/** Quick encodings are used only where they save time and the site is not public. */
export function effortFor(masters: Master[], address: string, quickAllowed: boolean): Effort {
  const lacksFine = masters.flatMap(variants).some((variant) => !existsSync(keptAt(variant, "fine")));
  return quickAllowed && lacksFine && !isPublic(address) ? "quick" : "fine";
}

function keptAt(variant: Variant, chosen: Effort) {
  const choices = Object.values(settings[chosen][variant.format]).join("-");
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
