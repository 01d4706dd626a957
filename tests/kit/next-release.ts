import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeFingerprint } from "../../src/build/fingerprint.ts";
import { listFiles, writeManifest } from "../../src/build/release-files.ts";
import { exampleBuild } from "./built-server.ts";

/** Writes the next release of the example studio into a folder: other pages, and another name for the form's script. */
export function writeNextRelease(folder: string, edition: string): void {
  cpSync(realpathSync(join(exampleBuild, "current")), folder, { recursive: true });
  const name = readdirSync(join(folder, "client/assets")).find((file) => /^form-.*\.js$/.test(file)) ?? "";
  const newName = `form-${edition}.js`;
  const { build } = JSON.parse(readFileSync(join(folder, "server/contact.json"), "utf8")).document.assets;
  for (const file of listFiles(folder).filter((path) => /\.(html|js|json)$/.test(path))) {
    const path = join(folder, file);
    const text = readFileSync(path, "latin1");
    const changed = text.replaceAll(name, newName).replaceAll(`"${build}"`, `"${edition}"`);
    if (changed === text && !file.endsWith(name)) continue;
    writeFileSync(path.replace(name, newName), changed, "latin1");
    if (file.endsWith(name)) rmSync(path);
    for (const ending of [".br", ".gz"]) rmSync(path + ending, { force: true });
  }
  rmSync(join(folder, "release.json"));
  writeManifest(folder, { code: codeFingerprint() });
}

/** Makes a build folder whose current release is the next one of the example studio. */
export function createNextRelease() {
  // The folder is inside the project, where the built code finds its packages.
  const folder = mkdtempSync(".cache/next-build-");
  writeNextRelease(join(folder, "current"), "the-next");
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}
