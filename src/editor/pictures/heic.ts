/** Decodes a HEIC picture; the decoder applies its rotation. The library is large, so it is imported on first use. */
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

/** Whether the file has a rotation other than zero in its irot box. */
function isRotated(bytes: Buffer): boolean {
  const at = bytes.indexOf("irot", 0, "latin1");
  return at > 0 && ((bytes[at + 4] ?? 0) & 3) !== 0;
}
