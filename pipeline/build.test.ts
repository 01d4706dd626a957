import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { openRelease } from "./releases.ts";

/** A launched studio, with a release in place. */
function launched() {
  mkdirSync(".cache", { recursive: true });
  const root = mkdtempSync(".cache/build-");
  onTestFinished(() => rmSync(root, { recursive: true }));
  const [content, folder] = [join(root, "content"), join(root, "build")];
  cpSync("second-studio", content, { recursive: true });
  const studio = readFileSync(join(content, "studio.yaml"), "utf8");
  writeFileSync(join(content, "studio.yaml"), `${studio}launched: { date: 2026-12-01, initials: CV }\n`);
  const release = openRelease(folder);
  mkdirSync(join(release.folder, "client"));
  writeFileSync(join(release.folder, "client/index.html"), "published");
  release.publish();
  const env = { ...process.env, CONTENT_DIR: content, BUILD_DIR: folder, SITE_URL: "https://www.tideline.test" };
  const build = () => spawnSync(process.execPath, ["commands/build.ts"], { env, encoding: "utf8" });
  return { content, folder, build };
}

it("after launch an edit that may not be published stops, and the published site stays as it is", () => {
  const { content, folder, build } = launched();
  const before = readdirSync(folder);
  const file = join(content, "pages/home.yaml");
  writeFileSync(file, readFileSync(file, "utf8").replace(/note: "?/, "$&Guaranteed! "));
  const { status, stderr } = build();
  expect(status).toBe(1);
  expect(stderr).toMatch(/home\.yaml, line \d+\n.*Guaranteed!/);
  expect(stderr).not.toContain("    at ");
  expect(readdirSync(folder)).toEqual(before);
  expect(readFileSync(join(folder, "current/client/index.html"), "utf8")).toBe("published");
});

it("a broken picture stops the build with its name, and leaves nothing behind", () => {
  const { content, folder, build } = launched();
  const before = readdirSync(folder);
  const file = join(content, "images/about.webp");
  writeFileSync(file, readFileSync(file).subarray(0, 5_000));
  const { status, stderr } = build();
  expect(status).toBe(1);
  expect(stderr).toContain(file);
  expect(stderr).not.toContain("    at ");
  expect(readdirSync(folder)).toEqual(before);
});
