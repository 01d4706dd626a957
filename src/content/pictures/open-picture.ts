import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { ContentError } from "../content-problems.ts";
import type { CodedProblem } from "../problem-sentences.ts";

/** The design shows at most 1,600 pixels; twice that leaves enough to crop. */
const suggestedWidth = 3200;

const supportedFormats = ["jpeg", "png", "webp", "heif"];
/** The AVIF decoder needs sixteen bytes for each pixel, while the other decoders read a picture line by line. */
export const maxPixels = { heif: 20e6, others: 200e6 };

/** Opens a file by its content, whatever its extension, and explains what to do when it cannot be shown. */
export async function openPicture<Result>(
  folder: string,
  file: string,
  work: (picture: Sharp) => Promise<Result>,
): Promise<Result> {
  const path = join(folder, file);
  const pictureError = (problem: CodedProblem) => new ContentError(folder, [{ file, ...problem }]);
  if (isHeic(readStart(path))) throw pictureError({ code: "picture_heic" });
  // Cameras write small irregularities that are harmless; missing or garbled data is not.
  const open = () => sharp(path, { failOn: "error" });
  const metadata = await open()
    .metadata()
    .catch(() => undefined);
  if (!metadata) throw pictureError({ code: "picture_unreadable" });
  const { format, width, height } = metadata;
  if (!supportedFormats.includes(format)) throw pictureError({ code: "picture_format", params: { format } });
  if (width * height > (format === "heif" ? maxPixels.heif : maxPixels.others))
    throw pictureError({ code: "picture_too_large", params: { width, height, suggested: suggestedWidth } });
  try {
    return await work(open());
  } catch (error) {
    if (error instanceof ContentError) throw error;
    throw pictureError({ code: "picture_broken" });
  }
}

/** HEIC has the same container as AVIF, with another encoding inside. sharp decodes only AVIF. */
export function isHeic(bytes: Buffer): boolean {
  if (bytes.length < 16 || bytes.toString("latin1", 4, 8) !== "ftyp") return false;
  const brands = bytes.toString("latin1", 8, Math.min(bytes.length, bytes.readUInt32BE(0)));
  return /hei[cxms]|hev[cx]|mif1/.test(brands) && !/avi[fs]/.test(brands);
}

function readStart(path: string): Buffer {
  const start = Buffer.alloc(64);
  const descriptor = openSync(path, "r");
  const length = readSync(descriptor, start);
  closeSync(descriptor);
  return start.subarray(0, length);
}
