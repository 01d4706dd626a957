import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, it, onTestFinished } from "vitest";
import { listPictureFiles } from "../content/content-folder.ts";
import { readMasters } from "../content/pictures/pictures.ts";

const megapixels40 = { width: 7746, height: 5164 };

it.skipIf(process.platform !== "linux")("a build with two pictures of 40 megapixels stays within 450 MB", async () => {
  // The folder is inside the project, where the built code finds its packages.
  mkdirSync(".cache", { recursive: true });
  const root = mkdtempSync(".cache/memory-");
  onTestFinished(() => rmSync(root, { recursive: true }));
  const content = join(root, "content");
  cpSync("tests/example-studio", content, { recursive: true });
  await replacePictures(content);
  const masters = await readMasters(content);
  onTestFinished(() => {
    for (const { hash } of masters) for (const file of globSync(`.cache/pictures/*-${hash}.*`)) rmSync(file);
  });

  const env = { ...process.env, CONTENT_DIR: content, BUILD_DIR: join(root, "build") };
  const child = spawn(process.execPath, ["commands/build.ts"], { env, stdio: "inherit" });
  let peak = 0;
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(child.pid ?? 0));
  }, 50);
  const [code] = await once(child, "exit");
  clearInterval(watch);
  expect(code).toBe(0);
  console.error(`The build took ${peak} MB at most`);
  expect(peak).toBeGreaterThan(150);
  expect(peak).toBeLessThan(450);
});

/** Makes two large pictures, in the formats of phones and screenshots, and tiny ones for all other names. */
async function replacePictures(content: string) {
  // The colour is new each time, since encoded pictures are cached. A plain picture takes as much memory and less time.
  const shade = () => Math.floor(Math.random() * 256);
  const background = { r: shade(), g: shade(), b: shade() };
  const small = sharp({ create: { width: 48, height: 32, channels: 3, background } });
  const large = sharp({ create: { ...megapixels40, channels: 3, background } });
  for (const [name, file] of listPictureFiles(content)) {
    rmSync(join(content, file));
    const to = join(content, "images", name);
    if (name === "hero") await large.clone().withMetadata({ orientation: 6 }).jpeg().toFile(`${to}.jpg`);
    else if (name === "about") await large.clone().png({ compressionLevel: 1 }).toFile(`${to}.png`);
    else await small.clone().webp().toFile(`${to}.webp`);
  }
}

/** Adds the memory of a process and of its children, in megabytes. A page that they share, as Node itself, counts once. */
function memoryOf(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
    const own = Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]) / 1024;
    return Math.round(own) + children.reduce((sum, child) => sum + memoryOf(Number(child)), 0);
  } catch {
    return 0; // It has ended.
  }
}
