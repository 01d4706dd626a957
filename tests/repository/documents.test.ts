import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const read = (file: string) => readFileSync(file, "utf8");
const documents = globSync(["*.md", "docs/**/*.md", "tools/**/*.md"], { exclude: ["**/node_modules/**"] });
const { scripts }: { scripts: Record<string, string> } = JSON.parse(read("package.json"));

/** Folders and files that a command makes, and that git ignores. */
const generated = ["data/", "build/", "shots/", ".cache"];
const rootFolders = /^(?:src|tests|tools|commands|supabase|deploy|docs)\//;

const quotedIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, quoted = ""]) => quoted);
const isPath = (text: string) => /^[\w.][\w./-]*(?:\/|\.(?:tsx?|mjs|css|json|md|yaml|example|sh))$/.test(text);
const isMissing = (path: string) => !generated.some((start) => path.startsWith(start)) && !existsSync(path);

test.each(["README.md", "CONTRIBUTING.md"])("every path in backticks in %s exists", (document) => {
  const paths = quotedIn(read(document)).filter((text) => isPath(text) || rootFolders.test(text));
  expect(paths.length).toBeGreaterThan(5);
  expect(paths.filter(isMissing)).toEqual([]);
});

test("every file and folder in the README's tree exists", () => {
  const tree = read("README.md")
    .split("```")
    .find((block) => block.startsWith("\ncontent/"));
  const folders: string[] = [];
  const paths = (tree ?? "").split("\n").flatMap((line) => {
    const [, indent = "", name = ""] = /^( *)(\S+)/.exec(line) ?? [];
    if (!name) return [];
    folders.splice(indent.length / 2);
    folders.push(name.replace(/\/$/, ""));
    return folders.join("/");
  });
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter(isMissing)).toEqual([]);
});

test.each(documents)("%s names files of this project by the paths they have", (document) => {
  const paths = quotedIn(read(document)).filter((text) => rootFolders.test(text) && /^[\w./-]+$/.test(text));
  expect(paths.filter(isMissing)).toEqual([]);
});

test.each(documents)("every `npm run` command in %s is in package.json", (document) => {
  const commands = [...read(document).matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(([, name = ""]) => name);
  expect(commands.filter((name) => !scripts[name])).toEqual([]);
});

/** The address of a heading, as GitHub and most viewers make it. */
const anchorsIn = (file: string) =>
  [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, "")
      .replaceAll(" ", "-"),
  );

test.each(documents)("every link in %s to a file or a heading leads there", (document) => {
  const links = [...read(document).matchAll(/\]\((?!https?:|\/)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
  const broken = links.filter(([, path = "", anchor]) => {
    const target = path ? join(dirname(document), path) : document;
    return !existsSync(target) || (anchor && !anchorsIn(target).includes(anchor));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});
