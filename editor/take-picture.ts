import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { listPictures } from "../studio/folder.ts";
import { readMaster } from "../studio/pictures.ts";
import { isHeic, openHeic } from "./heic.ts";
import type { Taken } from "./shapes.ts";

// A picture that takes the place of another has its name: what the library remembers would be the old one.
sharp.cache(false);

/** A file that cannot be used, with its name and the reason. */
export class NotTaken extends Error {}

const mostBytes = 40e6;
/** Twice what the design shows at most: room to crop. */
const widest = 3200;
/** What most places need; one that showed a smaller picture needs no more than that. */
const usualNeed = 1200;
const mostPixels = 200e6;
const shown = ["jpeg", "png", "webp", "heif"];
const day = 24 * 60 * 60_000;

/** Takes pictures in: upright, without place, date and camera, and large enough. They wait aside until they are kept. */
export function createPictures(folder: string, aside: string) {
  mkdirSync(aside, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(aside)) {
    if (Date.now() - statSync(join(aside, name)).mtimeMs > 7 * day) rmSync(join(aside, name), { force: true });
  }
  const place = (id: string) => join(aside, `${id}.webp`);

  async function take(name: string, fileName: string, bytes: Buffer): Promise<Taken> {
    const plainName = fileName.replace(/^.*[/\\]/, "").slice(0, 120) || "The file";
    const refuse = (why: string) => new NotTaken(`${plainName} was not taken. ${why} Nothing was changed.`);
    if (bytes.length > mostBytes) throw refuse(`It is ${Math.round(bytes.length / 1e6)} MB; up to 40 will do.`);
    if (isFilm(bytes)) throw refuse("It is a film, not a picture.");
    const opened = await open(bytes, refuse);
    const need = Math.min(usualNeed, (await widthOf(name)) ?? usualNeed);
    if (opened.width < need)
      throw refuse(`It is ${opened.width} points wide; this place needs ${need.toLocaleString("en")}.`);
    const clean = await opened.picture
      .resize({ width: widest, withoutEnlargement: true })
      .webp({ quality: 92, effort: 4 })
      .toBuffer({ resolveWithObject: true })
      .catch(() => {
        throw refuse("The file is broken: it ends in the middle. Send it from your phone again.");
      });
    const id = randomUUID();
    writeFileSync(place(id), clean.data, { mode: 0o600 });
    const { width, height } = clean.info;
    const size = `${opened.width} by ${opened.height} points, ${(bytes.length / 1e6).toFixed(1)} MB.`;
    return {
      ...{ id, fileName: plainName, width, height, bytes: clean.data.length, address: `picture/taken/${id}` },
      done: [
        ...(opened.turned ? ["Turned upright (it lay on its side)."] : []),
        "Place, date and camera removed from the file.",
        `${size} Large enough for every screen.`,
      ],
    };
  }

  const widthOf = async (name: string) =>
    listPictures(folder).has(name) ? (await readMaster(folder, name).catch(() => undefined))?.width : undefined;

  /** The bytes to keep under a name, in the coding of the file whose place they take. */
  async function bytesFor(id: string, file: string): Promise<Buffer | undefined> {
    if (!/^[0-9a-f-]{36}$/.test(id) || !existsSync(place(id))) return undefined;
    const bytes = readFileSync(place(id));
    const ending = extname(file).toLowerCase();
    if (ending === ".webp") return bytes;
    const picture = sharp(bytes);
    if (ending === ".png") return picture.png().toBuffer();
    return ending === ".avif" ? picture.avif({ quality: 80 }).toBuffer() : picture.jpeg({ quality: 92 }).toBuffer();
  }

  async function show(name: string, width: number): Promise<Buffer | undefined> {
    const id = /^taken\/([0-9a-f-]{36})$/.exec(name)?.[1];
    const file = id ? place(id) : join(folder, listPictures(folder).get(name) ?? "none");
    if (!existsSync(file) || !statSync(file).isFile()) return undefined;
    return sharp(file).autoOrient().resize({ width, withoutEnlargement: true }).webp({ quality: 80 }).toBuffer();
  }

  return { take, bytesFor, show, forget: (id: string) => rmSync(place(id), { force: true }) };
}

interface Opened {
  picture: Sharp;
  width: number;
  height: number;
  turned: boolean;
}

async function open(bytes: Buffer, refuse: (why: string) => NotTaken): Promise<Opened> {
  if (isHeic(bytes)) {
    const heic = await openHeic(bytes).catch(() => undefined);
    if (!heic) throw refuse("The file is broken: it ends in the middle. Send it from your phone again.");
    const { data, width, height, turned } = heic;
    return { picture: sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha(), width, height, turned };
  }
  const options = { failOn: "error", limitInputPixels: mostPixels } as const;
  const known = await sharp(bytes, options)
    .metadata()
    .catch(() => undefined);
  if (!known) throw refuse("It is not a picture that can be opened, or it is broken. Save it again as JPEG.");
  if (!shown.includes(known.format)) throw refuse(`It is a ${known.format} file. Save it as JPEG or PNG.`);
  // What is missing at the end is found only by reading all of it.
  await sharp(bytes, options)
    .stats()
    .catch(() => {
      throw refuse("The file is broken: it ends in the middle. Send it from your phone again.");
    });
  const { width, height } = known.autoOrient;
  return { picture: sharp(bytes, options).autoOrient(), width, height, turned: (known.orientation ?? 1) > 1 };
}

/** MP4, QuickTime, Matroska, AVI: by how they begin. */
function isFilm(bytes: Buffer): boolean {
  const head = bytes.subarray(0, 32).toString("latin1");
  if (head.slice(4, 8) === "ftyp") return /^(isom|iso\d|mp4|mp42|avc1|qt |M4V|3gp|dash)/.test(head.slice(8));
  return /^....(moov|mdat|wide)/s.test(head) || head.startsWith("\x1aE\xdf\xa3") || /^RIFF....AVI /s.test(head);
}
