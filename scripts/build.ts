import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { siteAddress } from "../site/content/address.ts";
import { encode } from "../site/content/encode.ts";
import { ContentError } from "../site/content/mistakes.ts";
import { contentFolder } from "../site/content/open.ts";
import { readMaster, variants } from "../site/content/pictures.ts";
import { readContent } from "../site/content/read.ts";
import { pictureNames } from "../site/content/vite-plugin.ts";
import { drawCards } from "./draw-cards.ts";
import { drawIcons } from "./draw-icons.ts";
import { finishPages, listFiles } from "./finish-pages.ts";
import { writeHostFiles } from "./host-files.ts";
import { writeSiteFiles } from "./site-files.ts";

if (existsSync(".env")) process.loadEnvFile();
const site = "build/client";

try {
  const content = readContent(contentFolder);
  prerender();
  finishPages(site);
  await writePictures();
  await drawIcons(site);
  await drawCards(site, contentFolder, content);
  writeSiteFiles(site, content, siteAddress(process.env));
  writeHostFiles(site);
  compress();
  rmSync("build/server", { recursive: true, force: true });
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
  const waiting = masters.flatMap((master) => variants(master).map((variant) => ({ master, variant })));
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      writeFileSync(join(site, next.variant.url), await encode(next.master, next.variant));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

/** At build, at the highest levels, so that serving a page never costs more than reading it. */
function compress() {
  for (const file of listFiles(site).filter((name) =>
    /\.(html|js|css|data|svg|xml|txt|json|webmanifest)$/.test(name),
  )) {
    const bytes = readFileSync(join(site, file));
    const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } });
    writeFileSync(join(site, `${file}.br`), brotli);
    writeFileSync(join(site, `${file}.gz`), gzipSync(bytes, { level: 9 }));
  }
}
