import { globSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { readMaster, variants } from "../content/pictures/pictures.ts";
import { encodePicture, isEncodingLeft } from "./encode-picture.ts";

/** Puts a picture into a content folder of its own. What is encoded from it is taken out of the cache again. */
async function readPicture(picture: Sharp) {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "images"));
  await picture.toFile(join(folder, "images/encoding-test.jpg"));
  onTestFinished(() => globSync(".cache/pictures/*-encoding-test-*").forEach((file) => void rmSync(file)));
  return readMaster(folder, "encoding-test");
}

it("a picture is published upright and without the camera's metadata", async () => {
  // The left half is red, the right half blue.
  const red = { width: 1000, height: 1000, channels: 3, background: { r: 250, g: 0, b: 0 } } as const;
  const master = await readPicture(
    sharp({ create: { width: 2000, height: 1000, channels: 3, background: { r: 0, g: 0, b: 250 } } })
      .composite([{ input: { create: red }, left: 0, top: 0 }])
      .withExif({ IFD0: { Make: "Canary" }, IFD3: { GPSLatitude: "53/1 32/1 0/1" } })
      .withMetadata({ orientation: 6 })
      .jpeg(),
  );
  for (const variant of variants(master).filter(({ width }) => width === 480)) {
    const published = await encodePicture(master, variant);
    const { width, height, exif, orientation } = await sharp(published).metadata();
    expect({ width, height, exif, orientation }).toEqual({ width: 480, height: 960 });
    // A quarter turn to the right brings the left half to the top.
    const top = sharp(published).extract({ left: 0, top: 0, width: 480, height: 400 }).toColourspace("srgb");
    const [topRed, , topBlue] = (await sharp(await top.png().toBuffer()).stats()).channels;
    expect(topRed?.mean).toBeGreaterThan(200);
    expect(topBlue?.mean).toBeLessThan(50);
  }
});

it("a first look needs one format and two widths, until all pictures are encoded, and never for a public site", async () => {
  const master = await readPicture(
    sharp({ create: { width: 1200, height: 200, channels: 3, background: "#888" } }).jpeg(),
  );
  const first = variants({ ...master, isFirstLook: true });
  expect(first.map(({ width, format }) => `${format} ${width}`)).toEqual(["webp 480", "webp 1120"]);

  expect(isEncodingLeft([master], "http://localhost:3000")).toBe(true);
  expect(isEncodingLeft([master], "https://www.tideline.test")).toBe(false);
  for (const variant of variants(master)) await encodePicture(master, variant, true);
  expect(isEncodingLeft([master], "http://localhost:3000")).toBe(true);
  for (const variant of variants(master)) await encodePicture(master, variant);
  expect(isEncodingLeft([master], "http://localhost:3000")).toBe(false);
});
