import { fork, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { expect, it, onTestFinished } from "vitest";
import { memoryOf } from "../../tests/kit/process-memory.ts";
import { readMaster } from "../content/pictures/pictures.ts";
import { readContent } from "../content/read-content.ts";
import { readBuildSettings } from "../settings/settings.ts";
import { readBuildInfo } from "./build-folder.ts";
import { takeOverBundles } from "./bundles.ts";
import { openRelease } from "./releases.ts";

const address = "https://www.tideline.test";

/** Makes a studio with a published release. It is launched unless the test changes its questions. */
function prepareStudio(change = (studio: string) => `${studio}launched: { date: 2026-12-01, initials: CV }\n`) {
  mkdirSync(".cache", { recursive: true });
  const root = mkdtempSync(".cache/build-");
  onTestFinished(() => rmSync(root, { recursive: true }));
  const [content, folder] = [join(root, "content"), join(root, "build")];
  cpSync("tests/example-studio", content, { recursive: true });
  const studio = readFileSync(join(content, "studio.yaml"), "utf8");
  writeFileSync(join(content, "studio.yaml"), change(studio));
  const release = openRelease(folder);
  mkdirSync(join(release.folder, "client"));
  writeFileSync(join(release.folder, "client/index.html"), "published");
  release.publish();
  const env = { ...process.env, CONTENT_DIR: content, BUILD_DIR: folder, SITE_URL: address };
  const build = () => spawnSync(process.execPath, ["src/build/build.ts"], { env, encoding: "utf8" });
  return { content, folder, env, build };
}

it("a build whose editor is killed ends, and the published site stays as it is", async () => {
  const { folder, env } = prepareStudio();
  const before = readdirSync(folder);
  const build = fork("src/build/build.ts", { env, stdio: ["ignore", "ignore", "ignore", "ipc"] });
  const ended = once(build, "exit");
  while (build.connected && readdirSync(folder).length === before.length) await pause(10);
  build.disconnect();
  expect(await ended).toEqual([1, null]);
  expect(readdirSync(folder)).toEqual(before);
});

it.each<[string, string, (bytes: Buffer) => string | Buffer, RegExp]>([
  [
    "a blocked edit after launch",
    "pages/home.yaml",
    (text) => String(text).replace(/note: "?/, "$&Guaranteed! "),
    /home\.yaml, line \d+\n.*Guaranteed!/,
  ],
  ["a broken picture", "images/about.webp", (bytes) => bytes.subarray(0, 5_000), /images\/about\.webp/],
])("%s stops the build with its place, and the published site stays as it is", (_, name, change, place) => {
  const { content, folder, build } = prepareStudio();
  const before = readdirSync(folder);
  const file = join(content, name);
  writeFileSync(file, change(readFileSync(file)));
  const { status, stderr } = build();
  expect(status).toBe(1);
  expect(stderr).toMatch(place);
  expect(stderr).not.toContain("    at ");
  expect(readdirSync(folder)).toEqual(before);
  expect(readFileSync(join(folder, "current/client/index.html"), "utf8")).toBe("published");
});

it("a treatment whose question is answered no is explained, and offered nowhere", async () => {
  const { content, folder, env } = prepareStudio((studio) => studio.replace("offer: yes", "offer: no"));
  // With a new picture of 40 megapixels this build, which bundles the code, stays within 450 MB.
  await replacePicture(content);
  const command = spawn(process.execPath, ["commands/build.ts"], { env, stdio: ["ignore", "pipe", "pipe"] });
  const printed = text(command.stdout);
  expect(await peakMemory(command)).toBeLessThan(450);
  expect((await printed).trimEnd().split("\n").at(-1)).toMatch(
    /^Built 1\d pages and \d{2,3} picture files for https:\S+ in \d+ s, in \S/,
  );
  // src/site/not-offered.test.ts looks at every place where it could still be offered.
  const { notOffered, button } = readContent("tests/example-studio").pages.treatment;
  const built = (file: string) => readFileSync(join(folder, "current/client", file), "utf8");
  const shown = (file: string) => [notOffered.heading, button].filter((text) => built(file).includes(text));
  expect(shown("treatments/collagen-needling.html")).toEqual([notOffered.heading]);
  expect(shown("treatments/lactic-peel.html")).toEqual([button]);
  expect(built("index.html")).not.toContain("Collagen Needling");
  // What the server knows of the studio: emails and desk ask for an answer while it is open, and name what is offered.
  const { hours, treatments: names } = readBuildInfo(folder)?.studio ?? {};
  expect(hours?.[1]).toEqual({ days: ["Thursday"], opens: "12:00", closes: "20:00" });
  expect(names?.toSorted()).toEqual(["Blue Light", "Lactic Peel", "Sea Clay Facial"]);

  // The next release takes the bundles over, but not the script with a phone number that has changed since.
  const settings = readBuildSettings(env);
  const next = join(folder, "next");
  const change = (file: string, from: string, to: string) =>
    writeFileSync(join(content, file), readFileSync(join(content, file), "utf8").replaceAll(from, to));
  change("pages/home.yaml", "note: ", "note: Now. ");
  const script = /data-navigation="\/([^"]+)"/.exec(built("index.html"))?.[1] ?? "";
  expect(await takeOverBundles(next, settings)).toBeDefined();
  expect(readFileSync(join(next, "client", script), "utf8")).toBe(built(script));
  expect(built(script)).toContain("029 2018 0142");
  change("studio.yaml", "029 2018 0142", "029 2018 0155");
  change("studio.yaml", "+442920180142", "+442920180155");
  expect(await takeOverBundles(next, settings)).toBeUndefined();
});

async function peakMemory(build: ReturnType<typeof spawn>): Promise<number> {
  let peak = 0;
  let said = "";
  build.stderr?.on("data", (text) => {
    said += text;
  });
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(build.pid ?? 0));
  }, 200);
  expect(await once(build, "close")).toEqual([0, null]);
  clearInterval(watch);
  expect(said).toBe("");
  if (process.platform !== "linux") return 0;
  expect(peak).toBeGreaterThan(150);
  return peak;
}

/** Puts a large picture in the place of a small one. The others are encoded already, as encoded pictures are cached. */
async function replacePicture(content: string) {
  rmSync(join(content, "images/about.webp"));
  // The colour is new each time. A plain picture takes as much memory and less time.
  const shade = () => Math.floor(Math.random() * 256);
  const create = {
    width: 7746,
    height: 5164,
    channels: 3,
    background: { r: shade(), g: shade(), b: shade() },
  } as const;
  await sharp({ create }).png({ compressionLevel: 1 }).toFile(join(content, "images/about.png"));
  const { hash } = await readMaster(content, "about");
  onTestFinished(() => globSync(`.cache/pictures/*-about-*-${hash}.*`).forEach((file) => void rmSync(file)));
}
