import { parentPort, workerData } from "node:worker_threads";
import libheif from "libheif-js/wasm-bundle.js";

/** Decodes a HEIC picture, and applies its rotation, in a thread of its own: it takes seconds for a large one. */
const [image] = new libheif.HeifDecoder().decode(workerData.bytes);
if (!image) throw new Error("There is no picture in it");
const [width, height] = [image.get_width(), image.get_height()];
if (width * height > workerData.maxPixels) throw new Error("It has more pixels than it said");
const data = new Uint8ClampedArray(width * height * 4);
image.display({ data, width, height }, (displayed: unknown) => {
  if (!displayed) throw new Error("It cannot be read");
  parentPort?.postMessage({ data, width, height }, [data.buffer]);
});
