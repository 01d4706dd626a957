import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import sharp from "sharp";
import { expect, test } from "vitest";
import { drawn, images, openTestEditor, set } from "../../../tests/kit/test-editor.ts";
import { errorMessage } from "../../log/errors.ts";
import { createPictures } from "./uploads.ts";

/** A JPEG as a phone stores it: rotated by its metadata, with camera and location. */
const phoneJpeg = () =>
  drawn(700, 1200)
    .withExif({ IFD0: { Make: "Phone" }, IFD3: { GPSLatitude: "53/1 30/1 0/1", GPSLatitudeRef: "N" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

function openUploads() {
  const fixture = openTestEditor();
  const upload = (fileName: string, bytes: Buffer, name = "hero") =>
    fixture.editor.pictures.upload(name, fileName, bytes);
  const uploadPhoto = async (name?: string) => (await upload("IMG_1.JPG", await phoneJpeg(), name)).id;
  const pictureNamed = async (name: string) => (await fixture.editor.site()).pictures.find((one) => one.name === name);
  return { ...fixture, upload, uploadPhoto, pictureNamed };
}

test("an upload is turned upright, and its location, date and camera are removed", async () => {
  const { upload, root } = openUploads();
  const bytes = await phoneJpeg();
  expect((await sharp(bytes).metadata()).exif).toBeDefined();
  const uploaded = await upload("IMG_1.JPG", bytes);
  expect(uploaded).toMatchObject({ width: 1200, height: 700, fileName: "IMG_1.JPG" });
  expect(uploaded.actions[0]).toBe("Place, date and camera removed from the file.");
  const [uploadedFile = ""] = readdirSync(join(root, "data/taken"));
  const { exif, orientation, icc, xmp } = await sharp(join(root, "data/taken", uploadedFile)).metadata();
  expect({ exif, orientation, icc, xmp }).toEqual({});
});

test("a PNG, a WebP, an AVIF and the HEIC of a phone are accepted", async () => {
  const { upload } = openUploads();
  for (const format of ["png", "webp", "avif"] as const) {
    const bytes = await drawn(1300, 300).toFormat(format).toBuffer();
    expect(await upload(`a.${format}`, bytes)).toMatchObject({ width: 1300, height: 300 });
  }
  const heic = readFileSync("src/editor/pictures/sample.heic");
  expect(await upload("IMG_4127.HEIC", heic)).toMatchObject({ width: 1280, height: 960 });
});

test("a decoder that is ended for want of memory ends alone, and a disk that takes nothing is named: the owner reads why", async () => {
  const { folder, root } = openUploads();
  const kill = ["--eval", "process.kill(process.pid, 'SIGKILL')", "--"];
  const bytes = await drawn(1300, 300).jpeg().toBuffer();
  const refusal = (pictures: ReturnType<typeof createPictures>) =>
    pictures.upload("hero", "IMG_1.JPG", bytes).catch(errorMessage);
  expect(await refusal(createPictures(folder, join(root, "data/taken"), kill))).toBe(
    "IMG_1.JPG was not accepted. The server has too little memory to open it. Send a copy of half its width. Nothing was changed.",
  );
  const gone = join(root, "data/gone");
  const pictures = createPictures(folder, gone);
  rmSync(gone, { recursive: true });
  expect(await refusal(pictures)).toBe(
    "IMG_1.JPG was not accepted. The server could not store it: its disk may be full. Nothing was changed.",
  );
});

test("of several pictures sent at once, one is decoded at a time", async () => {
  const { upload } = openUploads();
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
  const { upload, snapshot } = openUploads();
  const before = snapshot();
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
  expect(snapshot()).toEqual(before);
});

test("the picture of link previews is listed, can be replaced without a description, and stays a PNG", async () => {
  const { editor, folder, snapshot, savePicture, pictureNamed, uploadPhoto, undo } = openUploads();
  const before = snapshot();
  expect(await pictureNamed("social-card")).toMatchObject({ isSocialCard: true, shownOn: ["Previews of links"] });
  const id = await uploadPhoto("social-card");
  expect(await savePicture({ id, name: "social-card", alt: "", person: null })).toMatchObject({
    saved: { change: { words: "Previews of links: new picture" } },
  });
  const { format, width } = await sharp(join(folder, "images/social-card.png")).metadata();
  expect({ format, width }).toEqual({ format: "png", width: 1200 });
  expect(await editor.pictures.thumbnail("social-card", 320)).toBeDefined();
  expect((await editor.site()).problems).toEqual([]);
  undo();
  expect(snapshot()).toEqual(before);
});

test("a picture is saved with its description and focal point, on phones too, and undo restores the old one and its detail", async () => {
  const { snapshot, read, savePicture, pictureNamed, uploadPhoto, undo } = openUploads();
  const [shownOn] = (await pictureNamed("hero"))?.shownOn ?? [];
  expect((await pictureNamed("hero-portrait"))?.shownOn).toEqual([`${shownOn}, on phones`]);
  const words = { id: null, name: "hero", alt: "A window.", thumbnail: [58, 44, 35] as [number, number, number] };
  expect(await savePicture(words)).toMatchObject({ saved: { change: { path: "hero/alt" } } });
  expect(read(images)).toMatch(/alt: A window\.\n.*phone: hero-portrait\n +thumbnail: \[ 58, 44, 35 \]/);
  const before = snapshot();
  const focus: [number, number] = [58, 44];
  const request = { id: await uploadPhoto(), name: "hero", alt: "A window at noon.", focus, phone: "same" as const };
  for (const [missing, path, message] of [
    [{ alt: " " }, "hero/alt", /^This picture has no description yet\./],
    [{ person: null }, "hero/consent", /^Say whether a person is in it\./],
  ] as const)
    expect(await savePicture({ ...request, ...missing })).toMatchObject({
      refused: [{ path, message: expect.stringMatching(message) }],
    });
  expect(snapshot()).toEqual(before);
  expect(await savePicture(request)).toHaveProperty("saved.change.words");
  expect(read(images)).toMatch(/alt: A window at noon\.\n +focus: \[ 58, 44 \]/);
  expect(read(images)).not.toMatch(/consent|thumbnail|phone: hero-portrait/);
  expect(await pictureNamed("hero")).toMatchObject({ focus, width: 1200 });
  undo();
  expect(snapshot()).toEqual(before);
});

test("a picture under a new name is saved with its description, can be shown, and undo and redo leave nothing behind", async () => {
  const { snapshot, read, save, savePicture, uploadPhoto, changes, undo, press } = openUploads();
  const before = snapshot();
  const id = await uploadPhoto("about-portrait");
  const picture = { id, name: "about-portrait", alt: "A woman beside a window.", person: true };
  expect(await savePicture({ ...picture, alt: "" })).toHaveProperty("refused");
  expect(snapshot()).toEqual(before);
  expect(await savePicture(picture)).toHaveProperty("saved");
  expect(read(images)).toContain("about-portrait:\n  alt: A woman beside a window.\n");
  expect(save("pages/about.yaml", [set("portrait/picture", "about-portrait")])).toHaveProperty("saved");
  expect(() => undo(1)).toThrow(/^It cannot be undone.* About, .*: It names 'about-portrait'/);
  expect(changes()).toHaveLength(2);
  const after = snapshot();
  for (let step = 0; step < 2; step++) press("undo");
  expect(snapshot()).toEqual(before);
  for (let step = 0; step < 2; step++) press("redo");
  expect(snapshot()).toEqual(after);
});

test("saving a picture whose words another window has changed is a conflict, and saving again replaces them", async () => {
  const { snapshot, read, save, savePicture, uploadPhoto, valueAt } = openUploads();
  const request = { id: await uploadPhoto(), name: "hero", alt: "Mine.", was: valueAt(images, "hero") };
  save(images, [set("hero/alt", "Theirs.")]);
  const before = snapshot();
  const conflict = { path: "hero", current: { alt: "Theirs." } };
  expect(await savePicture(request)).toMatchObject({ conflicts: [conflict] });
  expect(snapshot()).toEqual(before);
  expect(await savePicture({ ...request, was: valueAt(images, "hero") })).toHaveProperty("saved");
  expect(read(images)).toContain("alt: Mine.");
});
