import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import sharp from "sharp";
import type { Master, Variant } from "../studio/pictures.ts";

/** Outlives node_modules and build/, so that a picture is encoded once on a machine. */
const cache = ".cache/pictures";
const settings = { avif: { quality: 52, effort: 3 }, webp: { quality: 74, effort: 4 } };

export async function encode(master: Master, variant: Variant): Promise<Buffer> {
  const { quality, effort } = settings[variant.format];
  const file = join(cache, `q${quality}e${effort}-${variant.url.split("/").at(-1)}`);
  if (existsSync(file)) return readFile(file);
  const bytes = await sharp(master.file)
    .resize({ width: variant.width })
    .toFormat(variant.format, { quality, effort })
    .toBuffer();
  await mkdir(dirname(file), { recursive: true });
  const partial = `${file}.${process.pid}`;
  await writeFile(partial, bytes);
  await rename(partial, file);
  return bytes;
}
