import pixelmatch from "pixelmatch";
import sharp from "sharp";

export interface Difference {
  name: string;
  width: number;
  pixels: number;
  share: number;
  pictures: Record<"before" | "after" | "marked", Buffer>;
}

/** Two shades of a colour that a careful eye can tell apart; the library's own 0.1 lets a wrong grey through. */
const threshold = 0.02;

/** What differs between two shots, or nothing. The shorter one is continued in a colour no page has. */
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
