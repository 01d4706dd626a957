import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buildFolders, copyProject } from "../../src/build/project-folders.ts";
import { readContent } from "../../src/content/read-content.ts";
import { copyBuild, exampleBuild } from "../../tests/kit/built-server.ts";

/**
 * Copies this project with the given number of treatments, each modelled on one of the nineteen. Without a number it
 * copies the example studio, which is smaller, with all that is cached for it.
 */
export function writeProject(size: number | undefined, warm: boolean) {
  const folder = mkdtempSync(join(tmpdir(), "bench-growth-"));
  const content = size ? "content" : "tests/example-studio";
  copyProject(folder, [...buildFolders, content]);
  if (!size) {
    symlinkSync(resolve(".cache"), join(folder, ".cache"));
    handOverBuild(folder);
    return { folder, content };
  }
  mkdirSync(join(folder, ".cache"));
  for (const cacheFolder of warm ? [".cache/pictures", ".cache/cards"] : []) {
    if (existsSync(cacheFolder)) cpSync(cacheFolder, join(folder, cacheFolder), { recursive: true });
  }

  const slugs = [...readContent("content").treatments.keys()];
  const added = Array.from({ length: size - slugs.length }, (_, index) => {
    const model = slugs[index % slugs.length] ?? "";
    return { model, slug: `${model}-${Math.floor(index / slugs.length) + 2}` };
  });
  for (const { model, slug } of added) {
    const number = slug.slice(model.length + 1);
    const text = readFileSync(`content/treatments/${model}.md`, "utf8").replace(
      /^name: .*$/m,
      (name) => `${name} ${number}`,
    );
    writeFileSync(join(folder, `content/treatments/${slug}.md`), text);
  }
  const paths = readFileSync("content/paths.yaml", "utf8").replace(
    /^ {6}- slug: (\S+)\n( {8}line: .*\n)/gm,
    (item, model, line) =>
      [item, ...added.filter((copy) => copy.model === model).map(({ slug }) => `      - slug: ${slug}\n${line}`)].join(
        "",
      ),
  );
  writeFileSync(join(folder, "content/paths.yaml"), paths);
  // The schemas limit lists to what a page can show, so the limits are removed here.
  const schemas = readFileSync("src/content/schemas/studio-schemas.ts", "utf8").replace(/^ {8}30,$/m, "        9999,");
  writeFileSync(join(folder, "src/content/schemas/studio-schemas.ts"), schemas);
  return { folder, content };
}

/** Publishes the example studio in a copy of the project, if it is built, so that the next build there needs no bundler. */
export function handOverBuild(folder: string): boolean {
  const isBuilt = existsSync(join(exampleBuild, "current"));
  if (isBuilt) copyBuild(join(folder, "build"));
  return isBuilt;
}
