import { closeSync, openSync, readSync } from "node:fs";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { ContentError } from "../content-problems.ts";

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
  const pictureError = (message: string) => new ContentError(folder, [{ file, message }]);
  if (isHeic(readStart(path))) {
    throw pictureError(
      "is a HEIC picture, which browsers cannot show. Export it as JPEG; on the iPhone, Settings > Camera > Formats > Most Compatible makes new ones that fit.",
    );
  }
  // Cameras write small irregularities that are harmless; missing or garbled data is not.
  const open = () => sharp(path, { failOn: "error" });
  const metadata = await open()
    .metadata()
    .catch(() => undefined);
  if (!metadata) throw pictureError("cannot be opened: it is broken or not a picture. Save it again as JPEG or PNG.");
  const { format, width, height } = metadata;
  if (!supportedFormats.includes(format)) throw pictureError(`is a ${format} file. Save it as JPEG or PNG.`);
  if (width * height > (format === "heif" ? maxPixels.heif : maxPixels.others)) {
    throw pictureError(
      `is too large, with ${width} by ${height} pixels. Save it as JPEG, ${suggestedWidth} pixels wide.`,
    );
  }
  try {
    return await work(open());
  } catch (error) {
    if (error instanceof ContentError) throw error;
    throw pictureError(
      "is broken: part of it is missing or cannot be read. Copy it from the camera or phone once more.",
    );
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
