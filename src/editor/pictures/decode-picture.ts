import { buffer } from "node:stream/consumers";
import sharp, { type Sharp } from "sharp";
import { writeWholeFile } from "../../files/write-files.ts";
import { errorProperties } from "../../log/errors.ts";

export interface DecodeRequest {
  format: "jpeg" | "png" | "webp" | "heic" | "avif";
  maxPixels: number;
  minWidth: number;
  maxWidth: number;
  /** Where the picture is written: upright, as WebP, without place, date and camera. */
  file: string;
}

/** The size of the picture that was read and of the one that was written, or why none was, in words for the owner. */
export type Decoded =
  | { width: number; height: number; written: { width: number; height: number } }
  | { refused: string };

const notStored = { refused: "The server could not store it: its disk may be full." };
const broken = { refused: "The file is broken: it ends in the middle. Send it from your phone again." };
const millions = (count: number) => Math.ceil(count / 1e6);

/**
 * A program of its own: reads a picture from standard input and writes a clean copy. A picture may need more memory than
 * there is, or break its decoder, and then only this process ends.
 */
sharp.concurrency(1);
const request = JSON.parse(process.argv[2] ?? "") as DecodeRequest;
const decoded = await decode(await buffer(process.stdin), request).catch((error: unknown) =>
  // Only the system's errors have a code, and the picture is all that is written.
  errorProperties(error).code ? notStored : broken,
);
process.send?.(decoded, undefined, {}, () => process.disconnect());

async function decode(bytes: Buffer, request: DecodeRequest): Promise<Decoded> {
  const { format, maxPixels, minWidth, maxWidth, file } = request;
  const options = { failOn: "error", limitInputPixels: false } as const;
  const metadata = await sharp(bytes, options).metadata();
  if (metadata.format !== (format === "heic" || format === "avif" ? "heif" : format)) return broken;
  const { width, height } = metadata.autoOrient;
  // Every format names its size in its first bytes, so a picture that is too large is not decoded.
  if (width * height > maxPixels)
    return {
      refused: `It has ${millions(width * height)} million pixels; up to ${millions(maxPixels)} will do. Send a smaller copy.`,
    };
  if (width < minWidth)
    return { refused: `It is ${width} pixels wide; this place needs ${minWidth.toLocaleString("en")}.` };
  // Only decoding the whole file reveals that its end is missing.
  if (format !== "heic") await sharp(bytes, options).stats();
  const upright = format === "heic" ? await decodeHeic(bytes, maxPixels) : sharp(bytes, options).autoOrient();
  const clean = upright.resize({ width: maxWidth, withoutEnlargement: true }).webp({ quality: 92, effort: 4 });
  const { data, info } = await clean.toBuffer({ resolveWithObject: true });
  writeWholeFile(file, data, 0o600);
  return { width, height, written: { width: info.width, height: info.height } };
}

/** Turned upright by the decoder. Its messages are not for the owner. */
async function decodeHeic(bytes: Buffer, maxPixels: number): Promise<Sharp> {
  const { default: libheif } = await import("libheif-js/wasm-bundle.js");
  const [image] = new libheif.HeifDecoder().decode(bytes);
  if (!image) throw new Error("There is no picture in it");
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > maxPixels) throw new Error("It has more pixels than it said");
  const data = new Uint8ClampedArray(width * height * 4);
  await new Promise<void>((resolve, reject) =>
    image.display({ data, width, height }, (shown) => (shown ? resolve() : reject(new Error("It cannot be read")))),
  );
  return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
}
