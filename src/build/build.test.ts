import { fork, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { memoryOf } from "../../tests/kit/process-memory.ts";
import { temporaryFolder, writeFiles } from "../../tests/kit/temporary-folder.ts";
import { readMaster } from "../content/pictures/pictures.ts";
import { endpoint } from "../requests/request.ts";
import { readBuildSettings } from "../settings/settings.ts";
import { readBuildInfo } from "./build-folder.ts";
import { takeOverBundles } from "./bundles.ts";
import { openRelease } from "./releases.ts";

const address = "https://www.tideline.test";

/** Writes a launched studio with a published release. What is built finds its packages from where it is, in the project. */
function writeStudio() {
  const root = temporaryFolder(".cache");
  const [content, folder] = [join(root, "content"), join(root, "build")];
  cpSync("tests/example-studio", content, { recursive: true });
  appendFileSync(join(content, "studio.yaml"), "launched: { date: 2026-12-01, initials: CV }\n");
  const release = openRelease(folder);
  writeFiles(release.folder, { "client/index.html": "published" });
  release.publish();
  const env = { ...process.env, CONTENT_DIR: content, BUILD_DIR: folder, SITE_URL: address };
  const change = (name: string, pattern: RegExp | string, replacement: string) => {
    const file = join(content, name);
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(pattern, replacement));
  };
  return { content, folder, env, change, releases: readdirSync(folder) };
}

it("a build whose editor is killed ends, and the published site stays as it is", async () => {
  const { folder, env, releases } = writeStudio();
  const build = fork("src/build/build.ts", { env, stdio: ["ignore", "ignore", "ignore", "ipc"] });
  const ended = once(build, "exit");
  while (build.connected && readdirSync(folder).length === releases.length) await pause(10);
  build.disconnect();
  expect(await ended).toEqual([1, null]);
  expect(readdirSync(folder)).toEqual(releases);
});

it("a blocked edit after launch stops the build with its place, and the published site stays as it is", () => {
  const { folder, env, releases, change } = writeStudio();
  change("pages/home.yaml", /note: "?/g, "$&Guaranteed! ");
  const { status, stderr } = spawnSync(process.execPath, ["src/build/build.ts"], { env, encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toMatch(/home\.yaml, line \d+\n.*Guaranteed!/);
  expect(stderr).not.toContain("    at ");
  expect(readdirSync(folder)).toEqual(releases);
  expect(readFileSync(join(folder, "current/client/index.html"), "utf8")).toBe("published");
});

/** One build shows all that a whole one has to: it bundles the code, for a backend at another address. */
describe("a build", () => {
  const backend = "https://backend.example";
  const studio = writeStudio();
  const { content, folder, change } = studio;
  const env = { ...studio.env, BACKEND_URL: backend, BACKEND_KEY: "public", OWN_FUNCTION: "on" };
  let printed = "";
  let peak = 0;
  let encoded = "";
  const built = (file: string) => readFileSync(join(folder, "current/client", file), "utf8");

  beforeAll(async () => {
    change("studio.yaml", "offer: yes", "offer: no");
    appendFileSync(join(content, "paths.yaml"), "former:\n  - slug: mandelic-peel\n    name: Mandelic Peel\n");
    change("treatments/warm-stone-rest.yaml", /^name: /gm, "draft: true\n$&");
    // With a new picture of 40 megapixels this build stays within 450 MB.
    encoded = await replacePicture(content);
    const command = spawn(process.execPath, ["commands/build.ts"], { env, stdio: ["ignore", "pipe", "pipe"] });
    [printed, peak] = await Promise.all([text(command.stdout), peakMemory(command)]);
  });
  afterAll(() => globSync(`.cache/pictures/*-about-*-${encoded}.*`).forEach((file) => void rmSync(file)));

  it("stays within 450 MB, and says what it has built", () => {
    expect(peak).toBeLessThan(450);
    expect(printed).toMatch(/^Built 1\d pages and \d{2,3} picture files for https:\S+ in \d+ s, in \S+$/m);
  });

  it("tells its server while the studio is open, what it offers, and what it no longer does", () => {
    const { former, studio: told } = readBuildInfo(folder) ?? {};
    expect(told?.hours?.[1]).toEqual({ days: ["Thursday"], opens: "12:00", closes: "20:00" });
    // The question of Collagen Needling is answered no; src/site/not-offered.test.ts looks at every page.
    expect(told?.treatments?.toSorted()).toEqual(["Blue Light", "Lactic Peel", "Sea Clay Facial"]);
    expect(former).toEqual(["/treatments/mandelic-peel"]);
    // A host of files leads its address to the list, however it is written.
    for (const ending of ["", "/", ".html"])
      expect(built("_redirects")).toContain(`\n/treatments/mandelic-peel${ending} /treatments 301\n`);
  });

  it("has no page of a treatment that is not on the site yet", () => {
    expect(existsSync(join(folder, "current/client/treatments/warm-stone-rest.html"))).toBe(false);
    for (const page of ["index", "treatments", "treatments/lactic-peel"])
      expect(built(`${page}.html`)).not.toMatch(/Warm Stone Rest|mandelic/i);
  });

  it("for a hosted backend sends the form there, with and without script, and its policy allows that", () => {
    const [action] = /(?<=<form[^>]* action=")[^"]*/.exec(built("contact.html")) ?? [];
    expect(action).toBe(backend + endpoint);
    const [script = ""] = globSync("assets/form-*.js", { cwd: join(folder, "current/client") });
    expect(built(script)).toContain(backend);
    const { policies = {} } = readBuildInfo(folder) ?? {};
    expect(Object.keys(policies)).toContain("/contact");
    for (const policy of Object.values(policies)) {
      expect(policy).toContain(`connect-src 'self' ${backend} `);
      expect(policy).toContain(`form-action 'self' ${backend};`);
    }
  });

  it("leaves its bundles to the next one, but not the script with a phone number that has changed since", async () => {
    const settings = readBuildSettings(env);
    const next = join(folder, "next");
    change("pages/home.yaml", "note: ", "note: Now. ");
    const script = /data-navigation="\/([^"]+)"/.exec(built("index.html"))?.[1] ?? "";
    expect(await takeOverBundles(next, settings)).toBeDefined();
    expect(readFileSync(join(next, "client", script), "utf8")).toBe(built(script));
    expect(built(script)).toContain("029 2018 0142");
    change("studio.yaml", "029 2018 0142", "029 2018 0155");
    change("studio.yaml", "+442920180142", "+442920180155");
    expect(await takeOverBundles(next, settings)).toBeUndefined();
  });
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

/** Puts a large picture in the place of a small one. The others are encoded already, as encoded pictures are cached. Returns its hash. */
async function replacePicture(content: string) {
  rmSync(join(content, "images/about.webp"));
  // The colour is new each time. A plain picture takes as much memory and less time.
  const shade = () => Math.floor(Math.random() * 256);
  const background = { r: shade(), g: shade(), b: shade() };
  const create = { width: 7746, height: 5164, channels: 3, background } as const;
  await sharp({ create }).png({ compressionLevel: 1 }).toFile(join(content, "images/about.png"));
  return (await readMaster(content, "about")).hash;
}
