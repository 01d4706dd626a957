import { globSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { publishedVariants, readMaster, variants } from "../content/pictures/pictures.ts";
import { encodePicture, isFirstLookEnough } from "./encode-picture.ts";

it("a picture is published upright and without the camera's metadata", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "images"));
  // The left half is red, the right half blue. The picture differs each time, since encoded pictures are cached.
  const red = { width: 1000, height: 1000, channels: 3, background: { r: 250, g: Math.random() * 50, b: 0 } } as const;
  await sharp({ create: { width: 2000, height: 1000, channels: 3, background: { r: 0, g: 0, b: 250 } } })
    .composite([{ input: { create: red }, left: 0, top: 0 }])
    .withExif({ IFD0: { Make: "Canary" }, IFD3: { GPSLatitude: "53/1 32/1 0/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toFile(join(folder, "images/a.jpg"));
  expect((await sharp(join(folder, "images/a.jpg")).metadata()).exif?.includes("Canary")).toBe(true);

  const master = await readMaster(folder, "a");
  onTestFinished(() => globSync(`.cache/pictures/*-${master.hash}.*`).forEach((file) => void rmSync(file)));
  for (const variant of variants(master).filter(({ width }) => width === 480)) {
    const published = await encodePicture(master, variant);
    const { width, height, exif, orientation, bitsPerSample } = await sharp(published).metadata();
    expect({ width, height, exif, orientation }).toEqual({ width: 480, height: 960 });
    if (variant.format === "avif") expect(bitsPerSample).toBe(10);
    // A quarter turn to the right brings the left half to the top.
    const [red = 0, , blue = 255] = await sharp(published)
      .extract({ left: 200, top: 100, width: 1, height: 1 })
      .toColourspace("srgb")
      .raw()
      .toBuffer();
    expect(red).toBeGreaterThan(200);
    expect(blue).toBeLessThan(50);
  }
  // A detail of the lower half, which is blue.
  const detail = publishedVariants(master, [50, 80, 30]).at(-1);
  if (!detail) throw new Error("There is no detail");
  const published = await encodePicture(master, detail);
  onTestFinished(() =>
    globSync(`.cache/pictures/*-${detail.url.split("/").at(-1)}`).forEach((file) => void rmSync(file)),
  );
  const { width, height } = await sharp(published).metadata();
  expect({ width, height }).toEqual({ width: 288, height: 216 });
  const { channels } = await sharp(await sharp(published).toColourspace("srgb").png().toBuffer()).stats();
  expect(channels[0]?.mean).toBeLessThan(50);
  expect(channels[2]?.mean).toBeGreaterThan(200);
});

it("a first look needs one format and two widths, until all pictures are encoded, and never for a public site", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "images"));
  // The picture differs each time, since encoded pictures are cached.
  const background = { r: Math.random() * 250, g: Math.random() * 250, b: Math.random() * 250 };
  await sharp({ create: { width: 1200, height: 200, channels: 3, background } })
    .png()
    .toFile(join(folder, "images/a.png"));
  const master = await readMaster(folder, "a");
  onTestFinished(() => globSync(`.cache/pictures/*-${master.hash}.*`).forEach((file) => void rmSync(file)));
  const first = variants({ ...master, isFirstLook: true });
  expect(first.map(({ width, format }) => `${format} ${width}`)).toEqual(["webp 480", "webp 1120"]);

  expect(isFirstLookEnough([master], "http://localhost:3000")).toBe(true);
  expect(isFirstLookEnough([master], "https://www.tideline.test")).toBe(false);
  for (const variant of variants(master)) await encodePicture(master, variant);
  expect(isFirstLookEnough([master], "http://localhost:3000")).toBe(false);
});
