import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import sharp from "sharp";
import { createRandom } from "../random.ts";
import { type Options, type Result, resultOf, scaled } from "../results.ts";
import { type Ask, openEditor } from "./client.ts";

const draw = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: { r: 136, g: 170, b: 153, alpha: 0.5 } } });

/** Uploads a picture: whether it was taken, refused in words, or neither. */
async function upload(ask: Ask, body: Buffer<ArrayBuffer>): Promise<"taken" | "refused" | "WRONG"> {
  const { status, text } = await ask("picture?for=hero", body, { "x-file-name": "IMG_1.JPG" });
  if (status === 200) return "taken";
  return status === 422 && JSON.parse(text).message.includes("was not accepted") ? "refused" : "WRONG";
}

/** Pictures in which some bytes are others, or which are cut off; a decoder may take them or not. */
export async function proveUploads(options: Options): Promise<Result> {
  await using editor = await openEditor();
  const random = createRandom(options.seed);
  const photograph = await draw(1_600, 1_200).jpeg().toBuffer();
  const originals = [
    photograph,
    readFileSync("src/editor/pictures/sample.heic"),
    await draw(1_300, 900).png().toBuffer(),
    await draw(1_300, 900).webp().toBuffer(),
    await draw(1_300, 900).avif().toBuffer(),
  ];
  const mutated = Array.from({ length: scaled(300, options, 10) }, () => {
    const bytes = Buffer.from(random.pick(originals));
    for (let changes = random.between(1, 20); changes > 0; changes--)
      bytes[random.below(random.chance(0.5) ? 200 : bytes.length)] = random.below(256);
    return random.chance(0.3) ? bytes.subarray(0, random.below(bytes.length)) : bytes;
  });
  const ask = await editor.signIn();
  let wrong = 0;
  const send = async (body: Buffer<ArrayBuffer>) => {
    if ((await upload(ask, body)) === "WRONG") wrong++;
  };
  await Readable.from(mutated).forEach(send, { concurrency: 8 });
  const good = await upload(ask, photograph);
  const kept = join(editor.folder, "data/editor/content/taken");
  const isWebp = (name: string) => readFileSync(join(kept, name)).subarray(8, 12).toString() === "WEBP";
  const strange = readdirSync(kept).filter((name) => !/^[\da-f-]{36}\.webp$/.test(name) || !isWebp(name));
  return resultOf("The editor answers every damaged picture, and takes a good one after every bad one", {
    [`${mutated.length} mutated`]: true,
    [`${wrong} answered wrongly`]: wrong === 0,
    [`${strange.length} files kept that are no WebP`]: strange.length === 0,
    [`a photograph afterwards ${good}`]: good === "taken",
  });
}

/** Pictures just below the limits, whose decoders need more memory than the documented service has. */
export async function proveLargePictures(): Promise<Result> {
  await using editor = await openEditor();
  const pictures = {
    "HEIC of 49 million points": readFileSync("tests/reliability/editor/49-megapixels.heic"),
    "WebP of 49 with alpha": await draw(7_000, 7_000, 4).webp({ lossless: true }).toBuffer(),
    "PNG of 49 with 16 bits": await draw(7_000, 7_000).toColourspace("rgb16").png().toBuffer(),
    "JPEG of 49, turned": await draw(8_064, 6_048).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
    "a photograph afterwards": await draw(1_600, 1_200).jpeg().toBuffer(),
  };
  const ask = await editor.signIn();
  const figures: Record<string, boolean> = {};
  let last = "";
  for (const [name, body] of Object.entries(pictures)) {
    const [outcome, page] = await Promise.all([upload(ask, body), fetch(editor.site)]);
    last = outcome;
    figures[`${name} ${last}`] = last !== "WRONG" && page.status === 200 && !editor.hasExited();
  }
  return resultOf("No picture ends the server, or the editor, in the memory of the documented service", {
    ...figures,
    [editor.isLimited ? "within 512 MB" : "no limit could be set here"]: last === "taken",
  });
}
