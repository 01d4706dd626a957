import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorProperties } from "../log/errors.ts";

/** The new bytes of a file, or null to delete it. */
export interface FileWrite {
  path: string;
  bytes: Uint8Array | null;
  /** Without it a file keeps its permissions, and a new one can be read by everybody. */
  mode?: number;
}

/**
 * Writes the new bytes beside the files and returns the step that puts them in place. A full disk is noticed before
 * any file has changed, because the last step only renames: a reader, or a start after a power failure, finds the old
 * or the new file and never a part of one.
 */
export function prepareFiles(writes: readonly FileWrite[]): { commit(): void; discard(): void } {
  const prepared: { path: string; temporary: string | null }[] = [];
  const discard = () => {
    for (const { temporary } of prepared) if (temporary) rmSync(temporary, { force: true });
  };
  try {
    for (const { path, bytes, mode = existsSync(path) ? statSync(path).mode & 0o777 : 0o644 } of writes) {
      const name = `.${basename(path)}.${process.pid}.${randomBytes(3).toString("hex")}.tmp`;
      const temporary = bytes && join(dirname(path), name);
      prepared.push({ path, temporary });
      if (temporary) withDescriptor(temporary, "wx", mode, (descriptor) => writeAll(descriptor, bytes));
    }
  } catch (error) {
    discard();
    throw error;
  }
  return {
    discard,
    commit() {
      try {
        for (const { path, temporary } of prepared)
          if (temporary) renameOver(temporary, path);
          else rmSync(path, { force: true });
      } catch (error) {
        discard();
        throw error;
      }
      for (const folder of new Set(prepared.map(({ path }) => dirname(path)))) syncFolder(folder);
    },
  };
}

/** Replaces one file in one step, or leaves it as it was and throws. */
export function writeWholeFile(path: string, bytes: Uint8Array | string, mode?: number): void {
  const write = { path, bytes: Buffer.from(bytes), ...(mode !== undefined && { mode }) };
  prepareFiles([write]).commit();
}

const heldCodes = ["EPERM", "EBUSY", "EACCES"];

/**
 * Renames a file or folder. On Windows a virus scanner or an indexer may hold either for a moment, and the system refuses
 * the rename until it lets go, so this tries again for about a second.
 */
export function renameOver(from: string, to: string): void {
  for (let wait = 10; ; wait *= 2) {
    try {
      renameSync(from, to);
      return;
    } catch (error) {
      const isHeld = process.platform === "win32" && heldCodes.includes(String(errorProperties(error).code));
      if (!isHeld || wait > 1_000) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait);
    }
  }
}

/** Appends all of the text or none of it, and returns the step that removes it again. */
export function appendWhole(path: string, text: string, mode: number): () => void {
  const size = existsSync(path) ? statSync(path).size : 0;
  const remove = () => truncateSync(path, size);
  try {
    withDescriptor(path, "a", mode, (descriptor) => writeAll(descriptor, text));
  } catch (error) {
    if (existsSync(path)) remove();
    throw error;
  }
  return remove;
}

/** One call of write may write only a part and report no error, so this one goes on until all is written, or throws. */
function writeAll(descriptor: number, bytes: Uint8Array | string) {
  writeFileSync(descriptor, bytes);
  fsyncSync(descriptor);
}

function withDescriptor<Result>(path: string, flags: string, mode: number, use: (descriptor: number) => Result) {
  const descriptor = openSync(path, flags, mode);
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** A renamed file survives a power failure only once its folder is synced. Windows cannot open a folder for that. */
export function syncFolder(folder: string): void {
  if (process.platform !== "win32") withDescriptor(folder, "r", 0, fsyncSync);
}
