import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import type { MarkShape } from "../../design/mark.tsx";
import type { Content } from "../content.ts";
import type { Texts } from "../content-folder.ts";
import { loadBrandFont } from "./brand-font.ts";
import { cleanSvg, logoId } from "./clean-svg.ts";

const capHeight = 20;
/** Three device pixels for each of those on the page. */
const logoHeight = 28 * 3;

/**
 * The studio's mark: its own logo, or in a square of 28 by 28 strokes over a soft glow, or the outline of its letter.
 * A logo is a file of its own, so that it costs no page more bytes than its address. One that follows the colour of the
 * words is referred to by its part, and any other is a picture.
 */
export async function loadMark(folder: string, studio: Content["studio"]): Promise<MarkShape> {
  if (!studio.logo) return loadDrawnMark(studio);
  const { url, width, height, viewBox, followsWords } = await loadLogo(folder, studio.logo);
  const size = { width: Math.round((28 * width) / height), height: 28 };
  return followsWords ? { logo: `${url}#${logoId}`, ...size, viewBox } : { logo: url, ...size };
}

function loadDrawnMark({ mark }: Content["studio"]): Exclude<MarkShape, { logo: string }> {
  if (mark.strokes) return { strokes: mark.strokes, light: mark.light };
  return { outline: loadBrandFont().letterPath(mark.letter, capHeight, 28) };
}

type Logo = ReturnType<typeof describeLogo>;

function describeLogo(bytes: Buffer, viewBox: string, type: "svg+xml" | "png") {
  const [, , width = 1, height = 1] = viewBox.split(" ").map(Number);
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
  const url = `/pictures/logo-${hash}.${type === "png" ? "png" : "svg"}`;
  // It is drawn in the colour of the words around it.
  const followsWords = type !== "png" && bytes.includes("currentColor");
  return { bytes, url, type, width, height, viewBox, followsWords };
}

/** The logo as it is published. One that somebody placed by hand is made safe here as well. */
export async function loadLogo(folder: string, name: NonNullable<Content["studio"]["logo"]>): Promise<Logo> {
  const source = readFileSync(join(folder, "images", name));
  if (name === "logo.png") {
    const resized = sharp(source).resize({ height: logoHeight, withoutEnlargement: true }).png();
    const { data, info } = await resized.toBuffer({ resolveWithObject: true });
    return describeLogo(data, `0 0 ${info.width} ${info.height}`, "png");
  }
  const drawing = cleanSvg(source.toString("utf8"));
  if (!drawing) throw new Error("images/logo.svg is no drawing that can be shown");
  return describeLogo(Buffer.from(drawing.svg), drawing.viewBox, "svg+xml");
}

/** Whether the logo that studio.yaml names can be shown. */
export function isLogoThere(folder: string, name: NonNullable<Content["studio"]["logo"]>, texts: Texts): boolean {
  const given = texts.get(`images/${name}`);
  const file = join(folder, "images", name);
  if (given === null || (given === undefined && !existsSync(file))) return false;
  return name === "logo.png" || cleanSvg(given ?? readFileSync(file, "utf8")) !== undefined;
}

/** A logo as it is on words of this colour. */
export const inkLogo = ({ bytes, followsWords }: Logo, ink: string): Buffer =>
  followsWords ? Buffer.from(bytes.toString("utf8").replaceAll("currentColor", ink)) : bytes;

/** The mark in a square of 28 by 28, as SVG markup for drawings, where no style is inherited. */
export async function drawMark(
  folder: string,
  studio: Content["studio"],
  { ink, accent, width }: { ink: string; accent: string; width: number },
): Promise<string> {
  if (studio.logo) {
    const logo = await loadLogo(folder, studio.logo);
    return `<image width="28" height="28" href="data:image/${logo.type};base64,${inkLogo(logo, ink).toString("base64")}"/>`;
  }
  const mark = loadDrawnMark(studio);
  if ("outline" in mark) return `<path d="${mark.outline}" fill="${ink}"/>`;
  const light = mark.light ? `<path d="${mark.light}" fill="url(#light)"/>` : "";
  return `<linearGradient id="light" x1="0" x2="1"><stop stop-color="${accent}" stop-opacity=".95"/><stop offset="1" stop-color="${accent}" stop-opacity="0"/></linearGradient>${light}<path d="${mark.strokes}" fill="none" stroke="${ink}" stroke-width="${width}" stroke-linejoin="bevel"/>`;
}
