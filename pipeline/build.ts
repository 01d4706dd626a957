import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { contentFolder } from "../studio/content.ts";
import { ContentError } from "../studio/mistakes.ts";
import { pictureNames, readMaster, variants } from "../studio/pictures.ts";
import { readContent } from "../studio/read.ts";
import { siteAddress } from "../studio/site-address.ts";
import { buildFolder, siteFolder as site } from "./build-folder.ts";
import { drawCards } from "./draw-cards.ts";
import { drawIcons } from "./draw-icons.ts";
import { encode } from "./encode-picture.ts";
import { writeHostFiles } from "./host-files.ts";
import { listFiles } from "./list-files.ts";
import { renderPages } from "./render-pages.ts";
import { writeSiteFiles } from "./site-files.ts";

if (existsSync(".env")) process.loadEnvFile();
process.env.NODE_ENV = "production";

try {
  // Whoever has it built another way must not have the last build taken for this one.
  rmSync(join(buildFolder, "inputs"), { force: true });
  const content = readContent(contentFolder);
  const notes = await renderPages();
  await writePictures();
  await drawIcons(site, content.studio);
  await drawCards(site, contentFolder, content);
  writeSiteFiles(site, content, siteAddress(process.env));
  writeHostFiles(site, notes);
  await compress();
} catch (error) {
  if (!(error instanceof ContentError)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}

async function writePictures() {
  mkdirSync(join(site, "pictures"), { recursive: true });
  const masters = await Promise.all(pictureNames(contentFolder).map((name) => readMaster(contentFolder, name)));
  const all = masters.flatMap((master) => variants(master).map((variant) => ({ master, variant })));
  await onEveryCore(all, async ({ master, variant }) => {
    writeFileSync(join(site, variant.url), await encode(master, variant));
  });
}

/** At build, at the highest levels, so that serving a page never costs more than reading it. */
async function compress() {
  const files = listFiles(site).filter((name) => /\.(html|js|svg|xml|txt|json|webmanifest)$/.test(name));
  await onEveryCore(files, async (file) => {
    const bytes = readFileSync(join(site, file));
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(join(site, `${file}.br`), await promisify(brotliCompress)(bytes, { params }));
    writeFileSync(join(site, `${file}.gz`), await promisify(gzip)(bytes, { level: 9 }));
  });
}

async function onEveryCore<Item>(items: Item[], work: (item: Item) => Promise<void>) {
  const waiting = [...items];
  const run = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await work(next);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, run));
}
