/** HEIC is the same box of boxes as AVIF, with another coding inside. */
export function isHeic(bytes: Buffer): boolean {
  if (bytes.length < 16 || bytes.toString("latin1", 4, 8) !== "ftyp") return false;
  const brands = bytes.toString("latin1", 8, Math.min(bytes.length, bytes.readUInt32BE(0)));
  return /hei[cxms]|hev[cx]|mif1/.test(brands) && !/avi[fs]/.test(brands);
}

/** The pixels of a HEIC picture, upright: the decoder turns it as its file says. Loaded when the first one comes. */
export async function openHeic(bytes: Buffer) {
  const { default: libheif } = await import("libheif-js/wasm-bundle.js");
  const [image] = new libheif.HeifDecoder().decode(bytes);
  if (!image) throw new Error("There is no picture in it");
  const [width, height] = [image.get_width(), image.get_height()];
  const data = new Uint8ClampedArray(width * height * 4);
  await new Promise<void>((resolve, reject) => {
    image.display({ data, width, height }, (displayed: unknown) =>
      displayed ? resolve() : reject(new Error("It cannot be read")),
    );
  });
  return { data, width, height, rotated: isRotated(bytes) };
}

/** Phones lie on their side and note it in a box called irot; a turn of nothing is no turn. */
function isRotated(bytes: Buffer): boolean {
  const at = bytes.indexOf("irot", 0, "latin1");
  return at > 0 && ((bytes[at + 4] ?? 0) & 3) !== 0;
}
