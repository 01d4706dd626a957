import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { listPictures } from "./folder.ts";
import { ContentError, type Mistake } from "./mistakes.ts";
import { openPicture } from "./open-picture.ts";

/** Widths a phone, a tablet and a desk screen ask for, at one to three device pixels. */
const widths = [320, 480, 640, 800, 1120, 1600];
/** No picture is published wider, whatever a camera makes. */
export const widest = Math.max(...widths);

export type Format = "avif" | "webp";

/** A master in content/images and what is known of it before it is encoded. */
export interface Master {
  name: string;
  file: string;
  /** Both as it is seen: a phone lies on its side, and notes so in the file. */
  width: number;
  height: number;
  /** Shown in its place until the picture arrives: eight shades of each light, as each is a rule in every page. */
  tint: string;
  hash: string;
}

export interface Variant {
  url: string;
  width: number;
  format: Format;
}

/** Every picture, or one ContentError that names all that cannot be shown. */
export async function readMasters(folder: string): Promise<Master[]> {
  const masters: Master[] = [];
  const mistakes: Mistake[] = [];
  // One after the other: a photograph of a phone takes more than a hundred megabytes while it is open.
  for (const name of listPictures(folder).keys()) {
    try {
      masters.push(await readMaster(folder, name));
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      mistakes.push(...error.mistakes);
    }
  }
  if (mistakes.length) throw new ContentError(folder, mistakes);
  return masters;
}

const measured = new Map<string, { stamp: number; master: Promise<Master> }>();

export async function readMaster(folder: string, name: string): Promise<Master> {
  const file = listPictures(folder).get(name);
  if (!file) throw new ContentError(folder, [{ file: "images", message: `has no picture called ${name}.` }]);
  const path = join(folder, file);
  const stamp = statSync(path).mtimeMs;
  const known = measured.get(path);
  if (known?.stamp === stamp) return known.master;
  const master = measure(folder, file, name);
  measured.set(path, { stamp, master });
  return master;
}

/** What another part of a build has measured need not be opened again. */
export function rememberMasters(masters: Master[]) {
  for (const master of masters) {
    measured.set(master.file, { stamp: statSync(master.file).mtimeMs, master: Promise.resolve(master) });
  }
}

function measure(folder: string, file: string, name: string): Promise<Master> {
  return openPicture(folder, file, async (picture) => {
    const { autoOrient } = await picture.metadata();
    // The tiny picture is made of all the others, so a file that breaks off is found here.
    const [red = 0, green = 0, blue = 0] = await picture.resize(1, 1).removeAlpha().raw().toBuffer();
    const tint = [red, green, blue].map((part) => (2 * Math.round(part / 36.5)).toString(16)).join("");
    const path = join(folder, file);
    const hash = createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 8);
    return { name, file: path, ...autoOrient, tint, hash };
  });
}

export function variants(master: Master): Variant[] {
  const sizes = [...new Set(widths.map((width) => Math.min(width, master.width)))];
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
export async function describePicture(
  folder: string,
  name: string,
  { alt = "", phone, focus }: { alt?: string; phone?: string | undefined; focus?: readonly number[] | undefined } = {},
) {
  const master = await readMaster(folder, name);
  const all = variants(master);
  const small = phone ? variants(await readMaster(folder, phone)) : undefined;
  return {
    alt,
    tint: master.tint,
    width: master.width,
    height: master.height,
    src: all.find(({ format }) => format === "webp")?.url ?? "",
    avif: sourceSet(all, "avif"),
    webp: sourceSet(all, "webp"),
    ...(focus && { focus: focus.join() }),
    ...(small && { phone: { avif: sourceSet(small, "avif"), webp: sourceSet(small, "webp") } }),
  };
}

function sourceSet(all: Variant[], format: Format) {
  return all
    .filter((variant) => variant.format === format)
    .map(({ url, width }) => `${url} ${width}w`)
    .join(", ");
}
