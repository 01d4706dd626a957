import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../../tests/kit/temporary-folder.ts";
import type { ContentError } from "../content-problems.ts";
import { sentenceOf } from "../problem-sentences.ts";
import { detailBox, publishedVariants, readMaster, readMasters, thumbnailVariant, variants } from "./pictures.ts";

/** Makes a content folder with these pictures alone. */
function folderWith(files: Record<string, Buffer | string>) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "images"));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, "images", name), bytes);
  return folder;
}

const photograph = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 180, g: 120, b: 90 } } });

it("a picture is measured after the rotation that its camera recorded", async () => {
  const bytes = await photograph(2000, 1000).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  const master = await readMaster(folderWith({ "a.jpg": bytes }), "a");
  expect(master).toMatchObject({ width: 1000, height: 2000 });
  expect(variants(master).map(({ width }) => width)).toEqual([320, 480, 640, 800, 1000, 480]);
  // None is wider than the design's widest.
  expect(Math.max(...variants({ ...master, width: 3000 }).map(({ width }) => width))).toBe(1600);
});

it("a list shows the given detail of a picture under an address of its own, else the smallest size of the whole", async () => {
  const master = await readMaster(folderWith({ "a.jpg": await photograph(1400, 1050).jpeg().toBuffer() }), "a");
  const urls = [undefined, [30, 60, 40] as const, [31, 60, 40] as const].map((it) => thumbnailVariant(master, it)?.url);
  expect(urls[0]).toBe(variants(master)[0]?.url);
  expect(new Set(urls).size).toBe(3);
  expect(publishedVariants(master).map(({ url }) => url)).not.toContain(urls[1]);
  expect(publishedVariants(master, [30, 60, 40]).map(({ url }) => url)).toContain(urls[1]);
  // The page has no byte to spare for a longer address.
  expect(urls[1]?.length).toBe(urls[0]?.length);
});

it.each([
  ["in the middle", [50, 50, 40], 1050, [420, 315, 560, 420]],
  ["moved in from the edge", [0, 100, 20], 1050, [0, 840, 280, 210]],
  ["the whole picture", [70, 20, 100], 1050, [0, 0, 1400, 1050]],
  ["shrunk to the height of a flat picture", [50, 50, 100], 420, [420, 0, 560, 420]],
] as const)("a detail is cut four by three: %s", (_, detail, pictureHeight, box) => {
  const { left, top, width, height } = detailBox(detail, { width: 1400, height: pictureHeight });
  expect([left, top, width, height]).toEqual(box);
});

it("every picture that cannot be shown is named, with what to do, and any other is opened whatever its extension", async () => {
  const jpeg = await photograph(400, 300).jpeg().toBuffer();
  const png = await photograph(400, 300).png().toBuffer();
  const heic = Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic\0\0\0\0 and so on", "latin1");
  const sound = {
    "a.JPG": jpeg,
    "b.png": png,
    "c.avif": await photograph(40, 30).avif().toBuffer(),
    "d.webp": jpeg,
  };
  const folder = folderWith({
    ...sound,
    "broken.jpg": jpeg.subarray(0, jpeg.length / 2),
    "broken-too.png": png.subarray(0, png.length / 2),
    "empty.png": "",
    "moving.png": await photograph(4, 4).gif().toBuffer(),
    "renamed.webp": heic,
    "words.jpg": "not a picture",
  });
  const { problems } = (await readMasters(folder).catch((error: ContentError) => error)) as ContentError;
  expect(problems.map((problem) => `${problem.file} ${sentenceOf(problem).slice(0, 17)}`)).toEqual([
    "images/broken-too.png is broken: part o",
    "images/broken.jpg is broken: part o",
    "images/empty.png cannot be opened:",
    "images/moving.png is a gif file. Sa",
    "images/renamed.webp is a HEIC picture",
    "images/words.jpg cannot be opened:",
  ]);
  const masters = await readMasters(folderWith(sound));
  expect(masters.map(({ name }) => name)).toEqual(["a", "b", "c", "d"]);
});
