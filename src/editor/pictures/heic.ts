import { once } from "node:events";
import { Worker } from "node:worker_threads";

interface DecodedHeic {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** Rejects when the file is broken. The library prints its own messages, which the owner does not need. */
export async function decodeHeic(bytes: Buffer, maxPixels: number): Promise<DecodedHeic> {
  const worker = new Worker(new URL("./heic-worker.ts", import.meta.url), {
    ...{ workerData: { bytes, maxPixels }, stdout: true, stderr: true },
  });
  try {
    const [decoded] = await once(worker, "message");
    return decoded;
  } finally {
    await worker.terminate();
  }
}

/** Whether the file has a rotation other than zero in its irot box. */
export function isRotatedHeic(bytes: Buffer): boolean {
  const at = bytes.indexOf("irot", 0, "latin1");
  return at > 0 && ((bytes[at + 4] ?? 0) & 3) !== 0;
}
