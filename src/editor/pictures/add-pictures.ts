import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeWholeFile } from "../../files/write-files.ts";
import type { ContentStore } from "../forms/content-store.ts";

interface NewFile {
  file: string;
  after: Buffer | null;
}

/**
 * The check asks for the file of every picture that is described, so a new picture is in its place before its
 * description is checked and saved. When nothing was saved, the picture goes again.
 */
export function withNewPictures<T>(
  store: ContentStore,
  files: NewFile[],
  run: () => T,
  isSaved: (result: T) => boolean,
) {
  const added: string[] = [];
  let saved = false;
  try {
    for (const { file, after } of files) {
      const path = join(store.folder, file);
      if (!after || /\.(yaml|md)$/.test(file) || existsSync(path)) continue;
      added.push(path);
      writeWholeFile(path, after);
      store.invalidate();
    }
    const result = run();
    saved = isSaved(result);
    return result;
  } finally {
    if (!saved) {
      for (const path of added) rmSync(path, { force: true });
      if (added.length) store.invalidate();
    }
  }
}
