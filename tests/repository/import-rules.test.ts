import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

/**
 * Who may import whom, folder by folder. Data flows one way: content, site, browser, request handler, store, delivery,
 * mail; the owner's way is desk to store, and editor to content. Production code imports nothing from tests/ or tools/.
 */
const mayImport: Record<string, string[]> = {
  "src/log": [],
  "src/settings": ["src/log"],
  "src/design": [],
  "src/http": ["src/log"],
  "src/files": ["src/log", "src/settings"],
  "src/content": ["src/files", "src/settings", "src/design/mark.tsx", "src/requests/request.ts"],
  "src/requests": ["src/settings", "src/log"],
  "src/site/parts": ["src/design", "src/content/schemas", "src/site/frame.ts"],
  "src/site/pages": [
    "src/content",
    "src/requests/request.ts",
    // The hour by which a request is answered, in the studio's own time.
    "src/requests/answer-by.ts",
    "src/requests/studio-time.ts",
    "src/site/parts",
    "src/site/scheduling.ts",
    "src/design",
  ],
  "src/site/browser": [
    "src/site/parts",
    "src/site/pages/contact",
    "src/requests/request.ts",
    "src/site/scheduling.ts",
    "src/site/light.ts",
    "src/site/failure-message.tsx",
  ],
  "src/site": [
    "src/content",
    "src/design",
    "src/settings",
    "src/requests/request.ts",
    "src/site/pages",
    "src/site/parts",
  ],
  "src/desk": ["src/requests", "src/design", "src/log", "src/settings"],
  "src/build": ["src/content", "src/site", "src/desk", "src/design", "src/files", "src/settings"],
  "src/editor/browser": ["src/editor", "src/design", "src/content/markdown-tree.ts"],
  "src/editor": ["src/content", "src/build", "src/settings", "src/design", "src/files", "src/http", "src/log"],
  "src/server": [
    // Neither the editor nor what decodes pictures and builds pages runs in the process that serves visitors.
    "src/requests",
    "src/desk",
    "src/settings",
    "src/files",
    "src/http",
    "src/log",
    "src/site/filled-form.tsx",
    "src/site/parts/book-link.ts",
    "src/build/build-folder.ts",
    "src/build/fingerprint.ts",
    "src/build/release-files.ts",
    "src/build/response-headers.ts",
  ],
  supabase: ["src/requests", "src/settings", "src/log"],
  commands: ["src", "tests", "tools"],
  tests: ["src", "tests", "tools", "commands"],
  tools: ["src", "tests", "tools", "commands"],
};

/** Folders whose code also runs in a browser or in Deno: nothing of Node, and no environment. */
const portable = [
  "src/log",
  "src/settings",
  "src/design",
  "src/site/parts",
  "src/site/pages",
  "src/site/browser",
  "src/requests",
  "src/desk",
  "src/editor/browser",
];
/** Files of those folders that are for Node alone. */
const forNode = /^src\/(requests\/store\/(sqlite|postgres-migrate)|settings\/(load|file-access)\.ts)/;

const folders = Object.keys(mayImport).sort((a, b) => b.length - a.length);
const folderOf = (file: string) => folders.find((folder) => file.startsWith(`${folder}/`));
const isOurs = (target: string) => /^(src|commands|tests|tools|supabase)\//.test(target);
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file);

/** At the start of a line, or in the middle of a program. Types are gone when it runs. */
const importForm =
  /^(?:import|export) (?<type>type\b)?(?:[^"';]*? from )?"(?<from>[^"]+)"|(?<typeOf>typeof )?\bimport\(\s*"(?<later>[^"]+)"/gm;

const readImports = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(importForm)].map(({ groups: { type, typeOf, from, later } = {} }) => {
    const name = from ?? later ?? "";
    const target = name.startsWith(".") ? join(dirname(file), name).replaceAll("\\", "/") : name;
    return { file, target, isType: Boolean(type || typeOf) };
  });

function refuse({ file, target }: ReturnType<typeof readImports>[number]): string[] {
  const from = folderOf(file);
  if (!from) return [`${file} is in no folder of the table`];
  if (!isOurs(target)) {
    const own = portable.includes(from) && !forNode.test(file) && !isTest(file);
    return own && target.startsWith("node:") ? [`${file} imports ${target}, and also runs where there is no Node`] : [];
  }
  // A unit test stands beside its source, and may bring the test kit and whatever it drives.
  if (isTest(file)) return [];
  const allowed = [from, ...(mayImport[from] ?? [])];
  // A folder inside another one is a folder of its own: the outer one does not speak for it.
  const to = folderOf(target) ?? "";
  const fits = allowed.some(
    (entry) => target === entry || to === entry || (entry !== from && target.startsWith(`${entry}/`)),
  );
  return fits ? [] : [`${file} imports ${target}`];
}

const imports = globSync("{src,commands,tests,tools,supabase}/**/*.{ts,tsx,mjs}", { exclude: ["**/node_modules/**"] })
  .map((file) => file.replaceAll("\\", "/"))
  .flatMap(readImports);

test("every import is one that the table allows", () => {
  expect(imports.length).toBeGreaterThan(1000);
  expect(imports.flatMap(refuse)).toEqual([]);
  expect(folders.filter((folder) => !existsSync(folder))).toEqual([]);
});

/** Fields hold fields: what shows one of any kind and what shows those with others inside need each other. */
const recursive = "src/editor/browser/fields/any-field.tsx";

test("no file imports itself by way of others, types included", () => {
  // What imports nothing that is left cannot be in a circle, and is taken out until only circles and ways to them remain.
  let left = imports.filter(({ target }) => target !== recursive);
  for (let before = Number.POSITIVE_INFINITY; left.length < before; ) {
    before = left.length;
    const importing = new Set(left.map(({ file }) => file));
    left = left.filter(({ target }) => importing.has(target));
  }
  expect(left).toEqual([]);
});

const {
  scripts,
  dependencies,
  optionalDependencies,
}: Record<string, Record<string, string>> = JSON.parse(readFileSync("package.json", "utf8"));

/** Lists the files that npm scripts name, by their flag for the launcher. */
const named = (flag: string) =>
  Object.values(scripts ?? {}).flatMap(
    (script) => new RegExp(`^node commands/run\\.mjs ${flag}(\\S+\\.ts)$`).exec(script)?.[1] ?? [],
  );

const product = imports.map(({ file }) => file).filter((file) => /^src\//.test(file) && !isTest(file));

test.each([
  [
    "the server and the owner's commands need only `dependencies`",
    // No import leads to the thread of the store.
    ["src/server/main.ts", "src/requests/store/sqlite-worker.ts", ...named("--prod ")],
    "nodemailer",
    { ...dependencies },
  ],
  [
    "building, editing and starting need no devDependencies",
    [...product, ...named("")],
    "sharp",
    { ...dependencies, ...optionalDependencies },
  ],
])("%s", (_, started, one, allowed) => {
  const files = new Set(started);
  const packages = new Set<string>();
  for (const file of files) {
    for (const { target, isType } of readImports(file)) {
      if (isType) continue;
      if (isOurs(target)) /\.(tsx?|mjs)$/.test(target) && files.add(target);
      else if (!/^(node|virtual):/.test(target)) packages.add(/^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target);
    }
  }
  expect([...packages]).toContain(one);
  expect([...packages].filter((name) => !(name in allowed))).toEqual([]);
});
