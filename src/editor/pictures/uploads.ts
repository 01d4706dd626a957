import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { Worker } from "node:worker_threads";
import sharp, { type Sharp } from "sharp";
import { listPictureFiles, socialCardFile, socialCardName } from "../../content/content-folder.ts";
import { isHeic, maxPixels as masterPixels } from "../../content/pictures/open-picture.ts";
import { type Detail, detailBox, readMaster } from "../../content/pictures/pictures.ts";
import { writeWholeFile } from "../../files/write-files.ts";
import type { UploadedPicture } from "../api/api-types.ts";

// A new picture replaces the old one under the same name, and sharp's cache would return the old one.
sharp.cache(false);

/** The upload cannot be used. The message names the file and the reason. */
export class PictureError extends Error {}

const maxBytes = 40e6;
/** Twice the widest picture of the design, which leaves space to crop. */
const maxWidth = 3200;
/** The width most fields need. A replacement for a smaller picture only needs that picture's width. */
const minWidth = 1200;
/** More than any phone takes. The limit for AVIF is that of the build, because its decoder needs the most memory. */
const maxPixels = 50e6;
const broken = "The file is broken: it ends in the middle. Send it from your phone again.";
const acceptedFormats = ["jpeg", "png", "webp", "heif"];
const day = 24 * 60 * 60_000;

/** Accepts uploads: turns them upright, removes their metadata and stores them in `uploadFolder` until a save. */
export function createPictures(folder: string, uploadFolder: string) {
  mkdirSync(uploadFolder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(uploadFolder)) {
    if (Date.now() - statSync(join(uploadFolder, name)).mtimeMs > 7 * day)
      rmSync(join(uploadFolder, name), { force: true });
  }
  const uploadPath = (id: string) => join(uploadFolder, `${id}.webp`);

  let lastUpload: Promise<unknown> = Promise.resolve();
  /** One at a time: a photograph from a phone takes up to 200 MB while it is decoded, and several may be sent at once. */
  function upload(name: string, fileName: string, bytes: Buffer): Promise<UploadedPicture> {
    const accepted = lastUpload.then(() => accept(name, fileName, bytes));
    lastUpload = accepted.catch(() => {});
    return accepted;
  }

  async function accept(name: string, fileName: string, bytes: Buffer): Promise<UploadedPicture> {
    const baseName = fileName.replace(/^.*[/\\]/, "").slice(0, 120) || "The file";
    const reject = (reason: string) => new PictureError(`${baseName} was not accepted. ${reason} Nothing was changed.`);
    if (bytes.length === 0) throw reject("The file is empty. Send it from your phone again.");
    if (bytes.length > maxBytes) throw reject(`It is ${Math.round(bytes.length / 1e6)} MB; at most 40 MB is allowed.`);
    if (isVideo(bytes)) throw reject("It is a video, not a picture.");
    const decoded = await decode(bytes, reject);
    const requiredWidth = Math.min(minWidth, (await widthOf(name)) ?? minWidth);
    if (decoded.width < requiredWidth)
      throw reject(`It is ${decoded.width} pixels wide; this place needs ${requiredWidth.toLocaleString("en")}.`);
    const clean = await decoded.picture
      .resize({ width: maxWidth, withoutEnlargement: true })
      .webp({ quality: 92, effort: 4 })
      .toBuffer({ resolveWithObject: true })
      .catch(() => {
        throw reject(broken);
      });
    const id = randomUUID();
    writeWholeFile(uploadPath(id), clean.data, 0o600);
    const { width, height } = clean.info;
    const size = `${decoded.width} by ${decoded.height} pixels, ${(bytes.length / 1e6).toFixed(1)} MB.`;
    return {
      ...{ id, fileName: baseName, width, height, address: `picture/uploads/${id}` },
      actions: [
        ...(decoded.rotated ? ["Turned upright."] : []),
        "Place, date and camera removed from the file.",
        `${size} Large enough for every screen.`,
      ],
    };
  }

  const widthOf = async (name: string) =>
    listPictureFiles(folder).has(name) ? (await readMaster(folder, name).catch(() => undefined))?.width : undefined;

  /** Returns an upload in the format of the file that it replaces. */
  async function bytesFor(id: string, file: string): Promise<Buffer | undefined> {
    if (!/^[0-9a-f-]{36}$/.test(id) || !existsSync(uploadPath(id))) return undefined;
    const bytes = readFileSync(uploadPath(id));
    const extension = extname(file).toLowerCase();
    if (extension === ".webp") return bytes;
    const picture = sharp(bytes);
    if (extension === ".png") return picture.png().toBuffer();
    return extension === ".avif" ? picture.avif({ quality: 80 }).toBuffer() : picture.jpeg({ quality: 92 }).toBuffer();
  }

  async function thumbnail(name: string, width: number, detail?: Detail): Promise<Buffer | undefined> {
    const id = /^uploads\/([0-9a-f-]{36})$/.exec(name)?.[1];
    const file = id ? uploadPath(id) : join(folder, pictureFileOf(folder, name) ?? "none");
    if (!existsSync(file) || !statSync(file).isFile()) return undefined;
    const whole = sharp(file).autoOrient();
    const shown = detail ? whole.extract(detailBox(detail, await readMaster(folder, name))) : whole;
    return shown.resize({ width, withoutEnlargement: true }).webp({ quality: 80 }).toBuffer();
  }

  return { upload, bytesFor, thumbnail, discard: (id: string) => rmSync(uploadPath(id), { force: true }) };
}

/** The file of a picture, including that of link previews. */
export const pictureFileOf = (folder: string, name: string) =>
  name === socialCardName ? socialCardFile : listPictureFiles(folder).get(name);

interface DecodedPicture {
  picture: Sharp;
  width: number;
  height: number;
  rotated: boolean;
}

/** The size is in the first bytes of every format, so a picture that would fill the memory is never decoded. */
async function decode(bytes: Buffer, reject: (reason: string) => PictureError): Promise<DecodedPicture> {
  const options = { failOn: "error", limitInputPixels: false } as const;
  const metadata = await sharp(bytes, options)
    .metadata()
    .catch(() => undefined);
  if (!metadata && isHeic(bytes)) throw reject(broken);
  if (!metadata) throw reject("It is not a picture that can be opened, or it is broken. Save it again as JPEG.");
  if (!acceptedFormats.includes(metadata.format))
    throw reject(`It is a ${metadata.format} file. Save it as JPEG or PNG.`);
  const { width, height } = metadata.autoOrient;
  const limit = metadata.format === "heif" && !isHeic(bytes) ? masterPixels.heif : maxPixels;
  if (width * height > limit) {
    const millions = (count: number) => Math.ceil(count / 1e6);
    throw reject(
      `It has ${millions(width * height)} million pixels; up to ${millions(limit)} will do. Send a smaller copy.`,
    );
  }
  if (isHeic(bytes)) {
    const heic = await decodeHeic(bytes, maxPixels).catch(() => {
      throw reject(broken);
    });
    const raw = { width: heic.width, height: heic.height, channels: 4 } as const;
    return { picture: sharp(heic.data, { raw }).removeAlpha(), ...raw, rotated: isRotatedHeic(bytes) };
  }
  // Only decoding the whole file reveals that its end is missing.
  await sharp(bytes, options)
    .stats()
    .catch(() => {
      throw reject(broken);
    });
  return { picture: sharp(bytes, options).autoOrient(), width, height, rotated: (metadata.orientation ?? 1) > 1 };
}

/** Recognizes MP4, QuickTime, Matroska and AVI by their first bytes. */
function isVideo(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 32).toString("latin1");
  if (head.slice(4, 8) === "ftyp") return /^(isom|iso\d|mp4|mp42|avc1|qt |M4V|3gp|dash)/.test(head.slice(8));
  return /^....(moov|mdat|wide)/s.test(head) || head.startsWith("\x1aE\xdf\xa3") || /^RIFF....AVI /s.test(head);
}

interface DecodedHeic {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** Rejects when the file is broken. The library prints its own messages, which the owner does not need. */
async function decodeHeic(bytes: Buffer, maxPixels: number): Promise<DecodedHeic> {
  const worker = new Worker(new URL("./heic-worker.ts", import.meta.url), {
    ...{ workerData: { bytes, maxPixels }, stdout: true, stderr: true },
  });
  try {
    const [decoded] = await once(worker, "message");
    return decoded;
  } finally {
    await worker.terminate();
  }
}

/** Whether the file has a rotation other than zero in its irot box. */
function isRotatedHeic(bytes: Buffer): boolean {
  const at = bytes.indexOf("irot", 0, "latin1");
  return at > 0 && ((bytes[at + 4] ?? 0) & 3) !== 0;
}
