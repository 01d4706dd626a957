import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";

/** Widths a phone, a tablet and a desk screen ask for, at one to three device pixels. */
const widths = [320, 480, 640, 800, 1120, 1600];

export type Format = "avif" | "webp";

/** A master in content/images and what is known of it before it is encoded. */
export interface Master {
  name: string;
  file: string;
  width: number;
  height: number;
  /** Shown in its place until the picture arrives. */
  colour: string;
  hash: string;
}

export interface Variant {
  url: string;
  width: number;
  format: Format;
}

export const pictureNames = (folder: string) =>
  readdirSync(join(folder, "images")).flatMap((file) => /^(.+)\.webp$/.exec(file)?.[1] ?? []);

const measured = new Map<string, { stamp: number; master: Promise<Master> }>();

export function readMaster(folder: string, name: string): Promise<Master> {
  const file = join(folder, "images", `${name}.webp`);
  const stamp = statSync(file).mtimeMs;
  const known = measured.get(file);
  if (known?.stamp === stamp) return known.master;
  const master = measure(file, name);
  measured.set(file, { stamp, master });
  return master;
}

async function measure(file: string, name: string): Promise<Master> {
  const bytes = readFileSync(file);
  const { width, height } = await sharp(bytes).metadata();
  const [red = 0, green = 0, blue = 0] = await sharp(bytes).resize(1, 1).removeAlpha().raw().toBuffer();
  const colour = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
  return { name, file, width, height, colour, hash };
}

export function variants(master: Master): Variant[] {
  const sizes = widths.filter((width) => width < master.width).concat(master.width);
  // WebP is for the few browsers without AVIF: two sizes are enough for them.
  const fallback = [480, 1120].filter((width) => width < master.width);
  const variant = (width: number, format: Format): Variant => ({
    url: `/pictures/${master.name}-${width}-${master.hash}.${format}`,
    width,
    format,
  });
  return [
    ...sizes.map((width) => variant(width, "avif")),
    ...(fallback.length ? fallback : [master.width]).map((width) => variant(width, "webp")),
  ];
}

/** A picture as the page's markup needs it. */
export async function describePicture(folder: string, name: string, alt: string, phone?: string) {
  const master = await readMaster(folder, name);
  const all = variants(master);
  const small = phone ? variants(await readMaster(folder, phone)) : undefined;
  return {
    name,
    alt,
    width: master.width,
    height: master.height,
    src: all.find(({ format }) => format === "webp")?.url ?? "",
    avif: sourceSet(all, "avif"),
    webp: sourceSet(all, "webp"),
    ...(small && { phone: { avif: sourceSet(small, "avif"), webp: sourceSet(small, "webp") } }),
  };
}

function sourceSet(all: Variant[], format: Format) {
  return all
    .filter((variant) => variant.format === format)
    .map(({ url, width }) => `${url} ${width}w`)
    .join(", ");
}
