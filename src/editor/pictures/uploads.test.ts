import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { images, openTestEditor, set } from "../../../tests/kit/test-editor.ts";
import { errorMessage } from "../../log/errors.ts";
import { createPictures } from "./uploads.ts";

let fixture: ReturnType<typeof openTestEditor>;
beforeEach(() => {
  fixture = openTestEditor();
});

const drawn = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#88aa99" } });
const upload = (name: string, bytes: Buffer) => fixture.editor.pictures.upload("hero", name, bytes);

/** A JPEG as a phone stores it: rotated by its metadata, with camera and location. */
const phoneJpeg = () =>
  drawn(700, 1200)
    .withExif({ IFD0: { Make: "Phone" }, IFD3: { GPSLatitude: "53/1 30/1 0/1", GPSLatitudeRef: "N" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

test("an upload is turned upright, and its location, date and camera are removed", async () => {
  const bytes = await phoneJpeg();
  expect((await sharp(bytes).metadata()).exif).toBeDefined();
  const uploaded = await upload("IMG_1.JPG", bytes);
  expect(uploaded).toMatchObject({ width: 1200, height: 700, fileName: "IMG_1.JPG" });
  expect(uploaded.actions[0]).toBe("Place, date and camera removed from the file.");
  const [uploadedFile = ""] = readdirSync(join(fixture.root, "data/taken"));
  const { exif, orientation, icc, xmp } = await sharp(join(fixture.root, "data/taken", uploadedFile)).metadata();
  expect({ exif, orientation, icc, xmp }).toEqual({});
});

test("a PNG, a WebP, an AVIF and the HEIC of a phone are accepted", async () => {
  for (const format of ["png", "webp", "avif"] as const) {
    const bytes = await drawn(1300, 300).toFormat(format).toBuffer();
    expect(await upload(`a.${format}`, bytes)).toMatchObject({ width: 1300, height: 300 });
  }
  const heic = readFileSync("src/editor/pictures/sample.heic");
  expect(await upload("IMG_4127.HEIC", heic)).toMatchObject({ width: 1280, height: 960 });
});

test("a decoder that is ended for want of memory ends alone, and the owner reads why", async () => {
  const kill = ["--eval", "process.kill(process.pid, 'SIGKILL')", "--"];
  const pictures = createPictures(fixture.folder, join(fixture.root, "data/taken"), kill);
  const bytes = await drawn(1300, 300).jpeg().toBuffer();
  await expect(pictures.upload("hero", "IMG_1.JPG", bytes)).rejects.toThrow(
    "IMG_1.JPG was not accepted. The server has too little memory to open it. Send a copy of half its width.",
  );
});

test("a picture that the disk does not take is not called broken", async () => {
  const folder = join(fixture.root, "data/gone");
  const pictures = createPictures(fixture.folder, folder);
  rmSync(folder, { recursive: true });
  const bytes = await drawn(1300, 300).jpeg().toBuffer();
  await expect(pictures.upload("hero", "IMG_1.JPG", bytes)).rejects.toThrow(
    "IMG_1.JPG was not accepted. The server could not store it: its disk may be full. Nothing was changed.",
  );
});

test("of several pictures sent at once, one is decoded at a time", async () => {
  const ended: string[] = [];
  const note = (name: string) => () => void ended.push(name);
  await Promise.all([
    upload("large.jpg", await drawn(3000, 900).jpeg().toBuffer()).then(note("large")),
    upload("words.jpg", Buffer.from("no picture")).catch(note("words")),
    upload("small.jpg", await drawn(1300, 300).jpeg().toBuffer()).then(note("small")),
  ]);
  expect(ended).toEqual(["large", "words", "small"]);
});

/** A small picture whose first bytes name another size, as of a file whose pixels nobody can hold. */
function claimLargeSize(bytes: Buffer, format: "png" | "heic" | "avif"): Buffer {
  const at = format === "png" ? 16 : bytes.indexOf("ispe", 0, "latin1") + 8;
  bytes.writeUInt32BE(9_000, at);
  bytes.writeUInt32BE(8_000, at + 4);
  if (format === "png") bytes.writeUInt32BE(crc32(bytes.subarray(12, 29)), 29);
  return bytes;
}

test("a file that cannot be used is refused with its name and the reason, before it is decoded, and nothing changes", async () => {
  const before = fixture.snapshot();
  const jpeg = await drawn(2000, 1500).jpeg().toBuffer();
  const heic = readFileSync("src/editor/pictures/sample.heic");
  const refused: Record<string, Buffer> = {
    "window.jpg": jpeg.subarray(0, jpeg.length / 2),
    "cut.heic": heic.subarray(0, heic.length - 600),
    "film.mov": Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypmp42"), Buffer.alloc(64)]),
    "small.png": await drawn(480, 300).png().toBuffer(),
    "empty.jpg": Buffer.alloc(0),
    "words.jpg": Buffer.from("not a picture at all"),
    "drawing.jpg": Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="2000" height="1500"/>'),
    "huge.png": claimLargeSize(await drawn(130, 90).png().toBuffer(), "png"),
    "huge.heic": claimLargeSize(Buffer.from(heic), "heic"),
    "huge.avif": claimLargeSize(await drawn(130, 90).avif().toBuffer(), "avif"),
  };
  const lines: string[] = [];
  for (const [name, bytes] of Object.entries(refused))
    lines.push(await upload(name, bytes).then(() => `${name} was accepted.`, errorMessage));
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("./snapshots/refused-pictures.txt");
  expect(fixture.snapshot()).toEqual(before);
});

test("a new hero picture reaches phones too, and undo restores the picture they had", async () => {
  const before = fixture.snapshot();
  expect(fixture.read(images)).toContain("phone: hero-portrait");
  const shownOn = async (one: string) =>
    (await fixture.editor.site()).pictures.find(({ name }) => name === one)?.shownOn;
  expect(await shownOn("hero-portrait")).toEqual([`${(await shownOn("hero"))?.[0]}, on phones`]);
  const { id } = await upload("IMG_1.JPG", await phoneJpeg());
  expect(await fixture.savePicture({ id, name: "hero", phone: "same" })).toHaveProperty("saved");
  expect(fixture.read(images)).not.toContain("phone: hero-portrait");
  expect((await fixture.editor.site()).pictures.find(({ name }) => name === "hero")).not.toHaveProperty("phone");
  fixture.editor.history.undo({ id: fixture.editor.history.list().changes[0]?.id ?? "" });
  expect(fixture.snapshot()).toEqual(before);
});

test("the picture of link previews is listed, can be replaced without a description, and stays a PNG", async () => {
  const before = fixture.snapshot();
  const card = async () => (await fixture.editor.site()).pictures.find(({ isSocialCard }) => isSocialCard);
  expect(await card()).toMatchObject({ name: "social-card", shownOn: ["Previews of links"] });
  const { id } = await fixture.editor.pictures.upload("social-card", "IMG_1.JPG", await phoneJpeg());
  expect(await fixture.savePicture({ id, name: "social-card", alt: "", person: null })).toMatchObject({
    saved: { change: { words: "Previews of links: new picture" } },
  });
  const { format, width } = await sharp(join(fixture.folder, "images/social-card.png")).metadata();
  expect({ format, width }).toEqual({ format: "png", width: 1200 });
  expect(await fixture.editor.pictures.thumbnail("social-card", 320)).toBeDefined();
  expect((await fixture.editor.site()).problems).toEqual([]);
  fixture.editor.history.undo({ id: fixture.editor.history.list().changes[0]?.id ?? "" });
  expect(fixture.snapshot()).toEqual(before);
});

test("a picture is saved with its description and focal point, and undo restores the old one and its detail", async () => {
  const words = { id: null, name: "hero", alt: "A window.", thumbnail: [58, 44, 35] as [number, number, number] };
  expect(await fixture.savePicture(words)).toMatchObject({ saved: { change: { path: "hero/alt" } } });
  expect(fixture.read(images)).toMatch(/alt: A window\.\n.*phone: hero-portrait\n +thumbnail: \[ 58, 44, 35 \]/);
  const before = fixture.snapshot();
  const { id } = await upload("IMG_1.JPG", await phoneJpeg());
  const request = { id, name: "hero", alt: "A window at noon.", focus: [58, 44] as [number, number] };
  const undescribed =
    "This picture has no description yet. Describe in one sentence what it shows, for people who cannot see it.";
  for (const [missing, path, message] of [
    [{ alt: " " }, "hero/alt", undescribed],
    [{ person: null }, "hero/consent", expect.stringMatching(/^Say whether a person is in it\./)],
  ])
    expect(await fixture.savePicture({ ...request, ...missing })).toMatchObject({
      refused: [{ path, message }],
    });
  expect(fixture.snapshot()).toEqual(before);
  expect(await fixture.savePicture(request)).toHaveProperty("saved.change.words");
  expect(fixture.read(images)).toContain("alt: A window at noon.");
  expect(fixture.read(images)).toContain("focus: [ 58, 44 ]");
  expect(fixture.read(images)).not.toMatch(/consent|thumbnail/);
  expect((await fixture.editor.site()).pictures.find(({ name }) => name === "hero")).toMatchObject({
    focus: [58, 44],
    width: 1200,
  });
  const [change] = fixture.editor.history.list().changes;
  expect(fixture.editor.history.undo({ id: change?.id ?? "" })).toHaveProperty("undone");
  expect(fixture.snapshot()).toEqual(before);
});

test("a picture under a new name is saved with its description, can be shown, and undo and redo leave nothing behind", async () => {
  const before = fixture.snapshot();
  const { id } = await fixture.editor.pictures.upload("about-portrait", "me.jpg", await phoneJpeg());
  const picture = { id, name: "about-portrait", alt: "A woman beside a window.", person: true };
  expect(await fixture.savePicture({ ...picture, alt: "" })).toHaveProperty("refused");
  expect(fixture.snapshot()).toEqual(before);
  expect(await fixture.savePicture(picture)).toHaveProperty("saved");
  expect(fixture.read(images)).toContain("about-portrait:\n  alt: A woman beside a window.\n");
  expect(fixture.save("pages/about.yaml", [set("portrait/picture", "about-portrait")])).toHaveProperty("saved");
  const { changes } = fixture.editor.history.list();
  expect(fixture.editor.history.undo({ id: changes[1]?.id ?? "" })).toEqual({
    reason: expect.stringMatching(/^It cannot be undone.* About, .*: It names 'about-portrait'/),
  });
  expect(changes).toHaveLength(2);
  const after = fixture.snapshot();
  const press = (which: "undo" | "redo") =>
    fixture.editor.history.undo({ id: fixture.editor.history.steps()[which] ?? "" });
  for (let step = 0; step < 2; step++) expect(press("undo")).toHaveProperty("undone");
  expect(fixture.snapshot()).toEqual(before);
  for (let step = 0; step < 2; step++) expect(press("redo")).toHaveProperty("undone");
  expect(fixture.snapshot()).toEqual(after);
});

test("in a repository a picture under a new name is committed with its description", async () => {
  fixture = openTestEditor({ commits: true, build: ["--eval", ""], patience: 0 });
  const git = fixture.startRepository();
  const { id } = await fixture.editor.pictures.upload("about-portrait", "me.jpg", await phoneJpeg());
  expect(await fixture.savePicture({ id, name: "about-portrait" })).toHaveProperty("saved");
  fixture.editor.publishing.start();
  await fixture.editor.publishing.whenIdle();
  expect(git("show", "--name-only", "--format=", "HEAD").trim().split("\n")).toEqual([
    "content/images/about-portrait.webp",
    "content/images/images.yaml",
  ]);
});
