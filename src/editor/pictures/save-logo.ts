import sharp from "sharp";
import { cleanSvg } from "../../content/pictures/clean-svg.ts";
import type { Saver } from "../api/save.ts";
import type { ContentStore } from "../forms/content-store.ts";
import { Refusal } from "../refusal.ts";
import { logoName, type Pictures } from "./uploads.ts";

const maxDrawing = 100e3;
/** Several times what the page shows, for whatever is made of it later. */
const largest = { width: 1200, height: 480, fit: "inside", withoutEnlargement: true } as const;

/** Saves the studio's logo, as one change with the line that names its file. */
export function createLogoSaver(store: ContentStore, saving: Saver, pictures: Pictures) {
  async function read(fileName: string, bytes: Buffer): Promise<{ name: string; after: Buffer }> {
    if (/^\s*(?:\ufeff)?<(?:\?xml|!--|!DOCTYPE|svg)/.test(bytes.subarray(0, 400).toString("utf8")))
      return { name: "logo.svg", after: readDrawing(fileName, bytes) };
    const { id } = await pictures.upload(logoName, fileName, bytes);
    const picture = await pictures.bytesFor(id, "images/logo.png");
    pictures.discard(id);
    return { name: "logo.png", after: await sharp(picture).resize(largest).png().toBuffer() };
  }

  return async function saveLogo(fileName: string, bytes: Buffer): Promise<void> {
    const { name, after } = await read(fileName, bytes);
    const summary = { path: "logo", label: "Your logo", before: "", after: fileName, words: "Your logo: a new one" };
    const edits = [{ path: "logo", was: store.values("studio.yaml")?.logo, value: name }];
    const result = saving.save({ file: "studio.yaml", edits }, { file: { file: `images/${name}`, after }, summary });
    if ("saved" in result) return;
    const reasons = "refused" in result ? result.refused.map(({ message }) => message) : ["Choose it again."];
    throw new Refusal(`${fileName} was not saved. ${reasons.join(" ")}`);
  };
}

function readDrawing(fileName: string, bytes: Buffer): Buffer {
  const refuse = (reason: string) => new Refusal(`${fileName} was not accepted. ${reason} Nothing was changed.`);
  if (bytes.length > maxDrawing)
    throw refuse(`It is ${Math.ceil(bytes.length / 1000)} KB; a drawing may have 100. Send it as PNG.`);
  const drawing = cleanSvg(bytes.toString("utf8"));
  if (!drawing) throw refuse("It is not a drawing that can be read. Save it again as plain SVG, or as PNG.");
  if (drawing.missing.includes("text"))
    throw refuse("Its letters need a font that others do not have. Save it with its text as paths, or as PNG.");
  if (drawing.missing.length) throw refuse("It has pictures or effects in it, which would be lost. Save it as PNG.");
  return Buffer.from(drawing.svg);
}
