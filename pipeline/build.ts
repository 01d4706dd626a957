import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { contentFolder } from "../studio/content.ts";
import { ContentError } from "../studio/mistakes.ts";
import { readMaster, variants } from "../studio/pictures.ts";
import { readContent } from "../studio/read.ts";
import { siteAddress } from "../studio/site-address.ts";
import { buildFolder, siteFolder, studioNote } from "./build-folder.ts";
import { drawCards } from "./draw-cards.ts";
import { drawIcons } from "./draw-icons.ts";
import { encode } from "./encode-picture.ts";
import { finishPages, listFiles } from "./finish-pages.ts";
import { writeHostFiles } from "./host-files.ts";
import { writeSiteFiles } from "./site-files.ts";
import { pictureNames } from "./vite-plugin.ts";

if (existsSync(".env")) process.loadEnvFile();
const site = siteFolder;

try {
  // Whoever has it built another way must not have the last build taken for this one.
  rmSync(join(buildFolder, "inputs"), { force: true });
  const content = readContent(contentFolder);
  prerender();
  finishPages(site);
  await writePictures();
  await drawIcons(site, content.studio);
  await drawCards(site, contentFolder, content);
  writeSiteFiles(site, content, siteAddress(process.env));
  writeHostFiles(site);
  await compress();
  writeFileSync(studioNote, JSON.stringify({ timeZone: content.studio.timeZone }));
  rmSync(join(buildFolder, "server"), { recursive: true, force: true });
} catch (error) {
  if (!(error instanceof ContentError)) throw error;
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}

function prerender() {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["node_modules/@react-router/dev/bin.cjs", "build", "--logLevel", "warn"],
    { encoding: "utf8", env: { ...process.env, NODE_ENV: "production" } },
  );
  if (status === 0) return;
  console.error(stdout + stderr);
  throw new Error("The pages could not be rendered; the reason stands above.");
}

async function writePictures() {
  mkdirSync(join(site, "pictures"), { recursive: true });
  const masters = await Promise.all(pictureNames().map((name) => readMaster(contentFolder, name)));
  const all = masters.flatMap((master) => variants(master).map((variant) => ({ master, variant })));
  await onEveryCore(all, async ({ master, variant }) => {
    writeFileSync(join(site, variant.url), await encode(master, variant));
  });
}

/** At build, at the highest levels, so that serving a page never costs more than reading it. */
async function compress() {
  const files = listFiles(site).filter((name) => /\.(html|js|css|data|svg|xml|txt|json|webmanifest)$/.test(name));
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
