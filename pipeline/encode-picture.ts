import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import sharp from "sharp";
import { type Master, type Variant, widest } from "../studio/pictures.ts";

// Nothing is opened twice, and what the library keeps adds up.
sharp.cache(false);

/** Outlives node_modules and build/, so that a picture is encoded once on a machine. */
const cache = ".cache/pictures";
const settings = { avif: { quality: 52, effort: 3 }, webp: { quality: 74, effort: 4 } };

export async function encode(master: Master, variant: Variant): Promise<Buffer> {
  const { quality, effort } = settings[variant.format];
  const file = join(cache, `q${quality}e${effort}-${variant.url.split("/").at(-1)}`);
  if (existsSync(file)) return readFile(file);
  const { data, info } = await shrunk(master);
  const bytes = await sharp(data, { raw: info })
    .resize({ width: variant.width })
    .toFormat(variant.format, { quality, effort })
    .toBuffer();
  await mkdir(dirname(file), { recursive: true });
  const partial = `${file}.${process.pid}`;
  await writeFile(partial, bytes);
  await rename(partial, file);
  return bytes;
}

let last: { hash: string; pixels: ReturnType<typeof shrink> } | undefined;

/** The last one is kept, as all variants of a picture are asked for in a row. */
function shrunk(master: Master) {
  if (last?.hash !== master.hash) last = { hash: master.hash, pixels: shrink(master) };
  return last.pixels;
}

/** Upright and no wider than the widest variant: the whole photograph is in memory once, and briefly. */
const shrink = ({ file }: Master) =>
  sharp(file, { failOn: "error" })
    .autoOrient()
    .resize({ width: widest, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
