import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { onEveryCore } from "./every-core.ts";
import { hashOf, listFiles, type Manifest, manifestFile, readNotes } from "./release-files.ts";

/**
 * Compresses a folder of a release at the highest level, so that the server only has to read files. A file that an
 * earlier release has in the same words is taken over from there, unless it was damaged since.
 */
export async function compress(release: string, folder: string, earlier: string): Promise<void> {
  const hashes = readNotes<Manifest>(join(earlier, manifestFile))?.files ?? {};
  const readEarlier = (name: string) => {
    const path = join(earlier, folder, name);
    const bytes = existsSync(path) ? readFileSync(path) : undefined;
    return bytes && hashes[`${folder}/${name}`] === hashOf(bytes) ? bytes : undefined;
  };
  const files = listFiles(join(release, folder)).filter((name) => /\.(html|css|js|svg|xml|txt|json)$/.test(name));
  await onEveryCore(files, async (file) => {
    const bytes = readFileSync(join(release, folder, file));
    const isKnown = hashes[`${folder}/${file}`] === hashOf(bytes);
    const add = async (ending: "br" | "gz", make: () => Promise<Buffer>) => {
      const known = isKnown ? readEarlier(`${file}.${ending}`) : undefined;
      writeFileSync(join(release, folder, `${file}.${ending}`), known ?? (await make()));
    };
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    await add("br", () => promisify(brotliCompress)(bytes, { params }));
    await add("gz", () => promisify(gzip)(bytes, { level: 9 }));
  });
}
