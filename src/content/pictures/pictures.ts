import { createHash } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { listPictureFiles } from "../content-folder.ts";
import { ContentError, type ContentProblem } from "../content-problems.ts";
import { openPicture } from "./open-picture.ts";

/** The widths for phones, tablets and desktop screens, at one to three device pixels. */
const widths = [320, 480, 640, 800, 1120, 1600];
/** No picture is published wider than this. */
export const maxWidth = Math.max(...widths);

export type Format = "avif" | "webp";

/** An original in content/images, with what is known of it before it is encoded. */
export interface Master {
  name: string;
  file: string;
  /** Width and height after the rotation that the camera recorded in the file. */
  width: number;
  height: number;
  /** The colours of its left and right thirds, as six digits each. Until it arrives a gradient between them is shown. */
  tint: [left: string, right: string];
  hash: string;
  /** For a first look it is published in one format and two widths, as it takes half a minute to encode all of them. */
  isFirstLook?: boolean;
}

/** The part of a picture that a list shows: its centre and its width, in percent of the picture. */
export type Detail = readonly [x: number, y: number, width: number];

export interface Variant {
  url: string;
  width: number;
  format: Format;
  /** It shows this part alone. */
  detail?: Detail;
}

/** Reads every picture, or throws one ContentError that names all that cannot be shown. */
export async function readMasters(folder: string): Promise<Master[]> {
  const masters: Master[] = [];
  const problems: ContentProblem[] = [];
  // Pictures are opened one at a time, since a phone's photograph takes over a hundred megabytes while it is open.
  const files = listPictureFiles(folder);
  for (const name of files.keys()) {
    try {
      masters.push(await readMaster(folder, name, files));
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length) throw new ContentError(folder, problems);
  return masters;
}

const masterCache = new Map<string, { modifiedAt: number; master: Promise<Master> }>();

/** `files` saves listing the folder again for every picture. */
export async function readMaster(folder: string, name: string, files = listPictureFiles(folder)): Promise<Master> {
  const file = files.get(name);
  if (!file) throw new ContentError(folder, [{ file: "images", code: "picture_missing", params: { name } }]);
  const path = join(folder, file);
  const modifiedAt = statSync(path).mtimeMs;
  const cached = masterCache.get(path);
  if (cached?.modifiedAt === modifiedAt) return cached.master;
  const master = measureMaster(folder, file, name);
  masterCache.set(path, { modifiedAt, master });
  return master;
}

/** Keeps measurements, so that no part of a build opens a picture again. */
export function cacheMasters(masters: Master[]) {
  for (const master of masters) {
    masterCache.set(master.file, { modifiedAt: statSync(master.file).mtimeMs, master: Promise.resolve(master) });
  }
}

function measureMaster(folder: string, file: string, name: string): Promise<Master> {
  return openPicture(folder, file, async (picture) => {
    const { autoOrient } = await picture.metadata();
    // Shrinking the picture reads all of its pixels, so a truncated file is found here.
    const thirds = await picture
      .pipelineColourspace("scrgb")
      .resize(3, 1, { fit: "fill" })
      .removeAlpha()
      .toColourspace("srgb")
      .raw()
      .toBuffer();
    const tint: Master["tint"] = [thirds.toString("hex", 0, 3), thirds.toString("hex", 6, 9)];
    const path = join(folder, file);
    const hash = createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 8);
    return { name, file: path, ...autoOrient, tint, hash };
  });
}

export function variants(master: Master): Variant[] {
  const sizes = [...new Set(widths.map((width) => Math.min(width, master.width)))];
  // WebP is for the few browsers without AVIF, so two sizes are enough.
  const fallback = [480, 1120].filter((width) => width < master.width);
  const variant = (width: number, format: Format): Variant => ({
    url: `/pictures/${master.name}-${width}-${master.hash}.${format}`,
    width,
    format,
  });
  return [
    ...(master.isFirstLook ? [] : sizes.map((width) => variant(width, "avif"))),
    ...(fallback.length ? fallback : [master.width]).map((width) => variant(width, "webp")),
  ];
}

/** Three device pixels for each of the 96 that a list shows; no other variant has this width. */
export const thumbnailWidth = 288;

function detailVariant(master: Master, detail: Detail): Variant {
  const hash = createHash("sha256").update(`${master.hash} ${detail}`).digest("hex").slice(0, 8);
  const url = `/pictures/${master.name}-${thumbnailWidth}-${hash}.avif`;
  return { url, width: thumbnailWidth, format: "avif", detail };
}

/**
 * The small picture of a list, in one format only, because a second address for each row weighs too much in the page:
 * the few browsers without AVIF show an empty field. Without a detail it is the smallest size of the whole picture.
 */
export const thumbnailVariant = (master: Master, detail?: Detail) =>
  detail ? detailVariant(master, detail) : variants(master)[0];

/** Every file that the pages may ask for. */
export const publishedVariants = (master: Master, detail?: Detail) => [
  ...variants(master),
  ...(detail ? [detailVariant(master, detail)] : []),
];

/** The pixels of a detail: three quarters as high as wide, moved and shrunk until it lies within the picture. */
export function detailBox([x, y, percent]: Detail, picture: { width: number; height: number }) {
  const width = Math.round(Math.min((picture.width * percent) / 100, (picture.height * 4) / 3));
  const height = Math.min(picture.height, Math.round((width * 3) / 4));
  const start = (centre: number, size: number, whole: number) =>
    Math.round(Math.min(whole - size, Math.max(0, (whole * centre) / 100 - size / 2)));
  return { left: start(x, width, picture.width), top: start(y, height, picture.height), width, height };
}

/** A picture with the attributes that the page's markup needs. */
export async function describePicture(
  folder: string,
  name: string,
  { alt = "", phone, focus }: { alt?: string; phone?: string | undefined; focus?: readonly number[] | undefined } = {},
) {
  const master = await readMaster(folder, name);
  const allVariants = variants(master);
  return {
    alt,
    tint: master.tint,
    width: master.width,
    height: master.height,
    src: allVariants.find(({ format }) => format === "webp")?.url ?? "",
    ...sourceSets(allVariants),
    ...(focus && { focus: focus.join() }),
    ...(phone && { phone: sourceSets(variants(await readMaster(folder, phone))) }),
  };
}

function sourceSets(all: Variant[]) {
  const sourceSet = (format: Format) =>
    all
      .filter((variant) => variant.format === format)
      .map(({ url, width }) => `${url} ${width}w`)
      .join(", ");
  return { avif: sourceSet("avif"), webp: sourceSet("webp") };
}
