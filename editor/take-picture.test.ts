import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { tryEditor } from "./tried-editor.ts";

let tried: ReturnType<typeof tryEditor>;
beforeEach(() => {
  tried = tryEditor();
});
afterEach(() => tried.close());

const images = "images/images.yaml";
const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#88aa99" } });
const take = (name: string, bytes: Buffer) => tried.editor.pictures.take("hero", name, bytes);

/** As a phone makes it: on its side, and with the place it was taken at. */
const phoneJpeg = () =>
  drawn(1600, 1200)
    .withExif({ IFD0: { Make: "Phone" }, IFD3: { GPSLatitude: "53/1 30/1 0/1", GPSLatitudeRef: "N" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

test("a photograph is turned upright, and place, date and camera are gone from it", async () => {
  const bytes = await phoneJpeg();
  expect((await sharp(bytes).metadata()).exif).toBeDefined();
  const taken = await take("IMG_1.JPG", bytes);
  expect(taken).toMatchObject({ width: 1200, height: 1600, fileName: "IMG_1.JPG" });
  expect(taken.done.slice(0, 2)).toEqual([
    "Turned upright (it lay on its side).",
    "Place, date and camera removed from the file.",
  ]);
  const [kept = ""] = readdirSync(join(tried.root, "kept/taken"));
  const { exif, orientation, icc, xmp } = await sharp(join(tried.root, "kept/taken", kept)).metadata();
  expect({ exif, orientation, icc, xmp }).toEqual({});
});

test.each(["png", "webp", "avif"] as const)("%s is taken", async (format) => {
  expect(await take(`a.${format}`, await drawn(1300, 900).toFormat(format).toBuffer())).toMatchObject({
    width: 1300,
    height: 900,
  });
});

test("a HEIC of a phone is taken", async () => {
  expect(await take("IMG_4127.HEIC", readFileSync("editor/sample.heic"))).toMatchObject({ width: 1280, height: 960 });
});

test("what cannot be used is refused with its name and the reason, and nothing changes", async () => {
  const before = tried.bytes();
  const jpeg = await drawn(2000, 1500).jpeg().toBuffer();
  const heic = readFileSync("editor/sample.heic");
  const film = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypmp42"), Buffer.alloc(64)]);
  const broken = "The file is broken: it ends in the middle. Send it from your phone again.";
  const refused: [name: string, bytes: Buffer, words: string][] = [
    ["window.jpg", jpeg.subarray(0, jpeg.length / 2), broken],
    ["cut.heic", heic.subarray(0, heic.length - 600), broken],
    ["film.mov", film, "It is a film, not a picture."],
    ["small.png", await drawn(480, 300).png().toBuffer(), "It is 480 points wide; this place needs 1,200."],
    ["huge.jpg", Buffer.alloc(41e6), "It is 41 MB; up to 40 will do."],
    [
      "words.jpg",
      Buffer.from("not a picture at all"),
      "It is not a picture that can be opened, or it is broken. Save it again as JPEG.",
    ],
  ];
  for (const [name, bytes, words] of refused) {
    await expect(take(name, bytes), name).rejects.toThrow(`${name} was not taken. ${words} Nothing was changed.`);
  }
  expect(tried.bytes()).toEqual(before);
});

test("a picture is kept with its words and what must be seen, and the old one can be taken back", async () => {
  const before = tried.bytes();
  const { id } = await take("IMG_1.JPG", await phoneJpeg());
  const keep = { id, name: "hero", person: false, focus: [58, 44] as [number, number], version: tried.version(images) };
  expect(await tried.editor.keepPicture({ ...keep, alt: " " })).toMatchObject({
    kept: {
      problems: [
        {
          path: "hero/alt",
          words: "This picture has no words yet. Say in one sentence what is seen, for people who cannot see it.",
        },
      ],
    },
  });
  expect(await tried.editor.keepPicture({ ...keep, alt: "A window at noon.", person: null })).toMatchObject({
    kept: { problems: [{ path: "hero/consent", words: expect.stringMatching(/^Say whether a person is in it\./) }] },
  });
  expect(tried.bytes()).toEqual(before);
  expect(await tried.editor.keepPicture({ ...keep, alt: "A window at noon." })).toHaveProperty("saved.change.words");
  expect(tried.read(images)).toContain("alt: A window at noon.");
  expect(tried.read(images)).toContain("focus: [58, 44]");
  expect(tried.read(images)).not.toContain("consent");
  expect((await tried.editor.site()).pictures.find(({ name }) => name === "hero")).toMatchObject({
    focus: [58, 44],
    width: 1200,
  });
  const [change] = tried.editor.history.list().changes;
  expect(tried.editor.takeBack(change?.id ?? "", false)).toHaveProperty("taken");
  expect(tried.bytes()).toEqual(before);
});
