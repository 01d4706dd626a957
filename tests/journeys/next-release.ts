import { cpSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { listFiles } from "../../src/build/list-files.ts";
import { exampleBuild } from "../kit/built-server.ts";

/** Makes the next release of the same studio, in which the form's script has another name. */
export function createNextRelease() {
  // The folder is inside the project, where the built code finds its packages.
  const folder = mkdtempSync(".cache/next-build-");
  const current = join(folder, "current");
  cpSync(realpathSync(join(exampleBuild, "current")), current, { recursive: true });
  const name = readdirSync(join(current, "client/assets")).find((file) => /^form-.*\.js$/.test(file)) ?? "";
  const { build } = JSON.parse(readFileSync(join(current, "server/contact.json"), "utf8")).document.assets;
  for (const file of listFiles(current).filter((path) => /\.(html|js|json)$/.test(path))) {
    const path = join(current, file);
    const text = readFileSync(path, "latin1");
    const changed = text.replaceAll(name, "form-next.js").replaceAll(`"${build}"`, '"the-next"');
    if (changed === text && !file.endsWith(name)) continue;
    writeFileSync(path.replace(name, "form-next.js"), changed, "latin1");
    if (file.endsWith(name)) rmSync(path);
    for (const ending of [".br", ".gz"]) rmSync(path + ending, { force: true });
  }
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}
