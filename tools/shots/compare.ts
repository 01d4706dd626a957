import pixelmatch from "pixelmatch";
import sharp from "sharp";

export interface Difference {
  name: string;
  width: number;
  pixels: number;
  share: number;
  pictures: Record<"before" | "after" | "marked", Buffer>;
}

/** The colour difference that a careful eye can see; the library's default of 0.1 would miss a wrong grey. */
const threshold = 0.02;

/** Compares two shots. The shorter one is extended in a colour that no page has. */
export async function compare(one: Buffer, other: Buffer): Promise<Omit<Difference, "name" | "width"> | undefined> {
  if (one.equals(other)) return;
  const sizes = await Promise.all([one, other].map((shot) => sharp(shot).metadata()));
  const width = Math.max(...sizes.map((size) => size.width));
  const height = Math.max(...sizes.map((size) => size.height));
  const [before, after] = await Promise.all([pixelsOf(one, width, height), pixelsOf(other, width, height)]);
  const marked = Buffer.alloc(before.length);
  const pixels = pixelmatch(before, after, marked, width, height, {
    threshold,
    includeAA: true,
    alpha: 0.25,
    diffColor: [230, 0, 110],
  });
  if (!pixels) return;
  const drawn = await sharp(marked, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
  return { pixels, share: pixels / (width * height), pictures: { before: one, after: other, marked: drawn } };
}

const pixelsOf = async (shot: Buffer, width: number, height: number) => {
  const { width: imageWidth = 0, height: imageHeight = 0 } = await sharp(shot).metadata();
  return sharp(shot)
    .ensureAlpha()
    .extend({ right: width - imageWidth, bottom: height - imageHeight, background: "#00ff00" })
    .raw()
    .toBuffer();
};
