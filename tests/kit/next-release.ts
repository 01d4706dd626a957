import { cpSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeFingerprint } from "../../src/build/fingerprint.ts";
import { listFiles, writeManifest } from "../../src/build/release-files.ts";
import { exampleBuild } from "./server-process.ts";

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
