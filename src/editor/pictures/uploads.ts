import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import sharp from "sharp";
import { listPictureFiles, socialCardFile, socialCardName } from "../../content/content-folder.ts";
import { isHeic, maxPixels as masterPixels } from "../../content/pictures/open-picture.ts";
import { type Detail, detailBox, readMaster } from "../../content/pictures/pictures.ts";
import { endBeforeServer } from "../../files/memory-order.ts";
import { Refusal } from "../refusal.ts";
import type { Decoded, DecodeRequest } from "./decode-picture.ts";

// A new picture replaces the old one under the same name, and sharp's cache would return the old one.
sharp.cache(false);

/** Twice the widest picture of the design, which leaves space to crop. */
const maxWidth = 3200;
/** The width most fields need. A replacement for a smaller picture only needs that picture's width. */
const minWidth = 1200;
/** A logo is shown small. */
export const logoName = "logo";
const minLogoWidth = 80;
/** As many as a phone takes. The limit for AVIF is that of the build, because its decoder needs the most memory. */
const maxPixels = 50e6;
const day = 24 * 60 * 60_000;
const decoder = fileURLToPath(new URL("./decode-picture.ts", import.meta.url));

/**
 * Accepts uploads: turns them upright, removes their metadata and stores them in `uploadFolder` until a save. Each is
 * decoded in a process of its own, which `program` starts.
 */
export function createPictures(folder: string, uploadFolder: string, program = [decoder]) {
  mkdirSync(uploadFolder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(uploadFolder)) {
    if (Date.now() - statSync(join(uploadFolder, name)).mtimeMs > 7 * day)
      rmSync(join(uploadFolder, name), { force: true });
  }
  const uploadPath = (id: string) => join(uploadFolder, `${id}.webp`);

  let lastUpload: Promise<unknown> = Promise.resolve();
  /** One at a time: a photograph from a phone takes hundreds of megabytes while it is decoded. */
  function upload(name: string, fileName: string, bytes: Buffer) {
    const accepted = lastUpload.then(() => accept(name, fileName, bytes));
    lastUpload = accepted.catch(() => {});
    return accepted;
  }

  async function accept(name: string, fileName: string, bytes: Buffer) {
    const baseName = fileName.replace(/^.*[/\\]/, "").slice(0, 120) || "The file";
    const reject = (reason: string) => new Refusal(`${baseName} was not accepted. ${reason} Nothing was changed.`);
    const format = formatOf(bytes);
    if (!format) throw reject("It is a video, a broken file, or no picture that can be opened. Save it again as JPEG.");
    const id = randomUUID();
    const limit = format === "avif" ? masterPixels.heif : maxPixels;
    const requiredWidth = name === logoName ? minLogoWidth : Math.min(minWidth, (await widthOf(name)) ?? minWidth);
    const request = { format, maxPixels: limit, minWidth: requiredWidth, maxWidth, file: uploadPath(id) };
    const decoded = await decode(program, bytes, request);
    if (!decoded) throw reject("The server has too little memory to open it. Send a copy of half its width.");
    if ("refused" in decoded) throw reject(decoded.refused);
    const { width, height, written } = decoded;
    return {
      id,
      fileName: baseName,
      width: written.width,
      height: written.height,
      /** Of its preview, relative to /edit/api/. */
      address: `picture/uploads/${id}`,
      /** What was done to the file. */
      actions: [
        "Place, date and camera removed from the file.",
        `${width} by ${height} pixels, ${sizeOf(bytes)}. Large enough for every screen.`,
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

export type Pictures = ReturnType<typeof createPictures>;

/** The file of a picture, including that of link previews. */
export const pictureFileOf = (folder: string, name: string) =>
  name === socialCardName ? socialCardFile : listPictureFiles(folder).get(name);

/** Undefined when the decoder ended without a word: the kernel has ended it, or it had no memory left. */
async function decode(program: string[], bytes: Buffer, request: DecodeRequest): Promise<Decoded | undefined> {
  const env = { ...process.env, MALLOC_ARENA_MAX: "1" };
  const args = [...program, JSON.stringify(request)];
  const child = spawn(process.execPath, args, { env, stdio: ["pipe", "ignore", "ignore", "ipc"] });
  endBeforeServer(child, "first");
  let decoded: Decoded | undefined;
  child.once("message", (message) => {
    decoded = message as Decoded;
  });
  // A decoder that ends early reads no further.
  child.stdin?.on("error", () => {}).end(bytes);
  await once(child, "exit");
  return decoded;
}

/** By its first bytes, before any decoder reads it. Other formats, drawings among them, are never opened. */
function formatOf(bytes: Buffer): DecodeRequest["format"] | undefined {
  const head = bytes.subarray(0, 12).toString("latin1");
  if (head.startsWith("\xff\xd8\xff")) return "jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (/^RIFF....WEBP/s.test(head)) return "webp";
  if (isHeic(bytes)) return "heic";
  return /^....ftyp(avi[fs]|mif1)/s.test(head) ? "avif" : undefined;
}

const sizeOf = ({ length }: Uint8Array) =>
  length < 1e6 ? `${Math.ceil(length / 1000)} KB` : `${(length / 1e6).toFixed(1)} MB`;
