import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { mergeLines } from "./line-merge.ts";
import type { Edit } from "./shapes.ts";
import { tryEditor } from "./tried-editor.ts";

const opened: ReturnType<typeof tryEditor>[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
function begin(...args: Parameters<typeof tryEditor>) {
  const tried = tryEditor(...args);
  opened.push(tried);
  return tried;
}

const home = "pages/home.yaml";
const set = (path: string, value: unknown): Edit => ({ do: "set", path, value });

test("one save is taken back by itself, those after it stay, and the taking back can be taken back", async () => {
  const tried = begin();
  const before = tried.read(home);
  tried.save(home, [set("hero/button", "First")]);
  tried.save(home, [set("close/button", "Second")]);
  await tried.again();
  const [second, first] = tried.editor.history.list().changes;
  expect(tried.editor.takeBack(first?.id ?? "", false)).toMatchObject({ taken: { files: [home] } });
  expect(tried.read(home)).toBe(before.replace(/(close:[\s\S]*button: ).*/, "$1Second"));
  const [undone] = tried.editor.history.list().changes;
  expect(undone).toMatchObject({ takes: first?.id, before: "First" });
  expect((await tried.editor.site()).redo?.id).toBe(undone?.id);
  expect((await tried.editor.site()).undo?.id).toBe(second?.id);
  tried.editor.takeBack(undone?.id ?? "", false);
  expect(tried.read(home)).toContain("button: First");
  expect(tried.editor.history.list().changes[0]?.words).toMatch(/^Brought back: (?!Taken)/);
});

test("everything since is taken back at once, byte for byte", () => {
  const tried = begin();
  const before = tried.bytes();
  tried.save(home, [set("hero/button", "First")]);
  tried.save("studio.yaml", [set("shortName", "Other")]);
  tried.save(home, [set("hero/button", "Third")]);
  const first = tried.editor.history.list().changes.at(-1);
  expect(tried.editor.takeBack(first?.id ?? "", true)).toHaveProperty("taken");
  expect(tried.bytes()).toEqual(before);
  expect(
    tried.editor.history
      .list()
      .changes.slice(1)
      .every(({ takenBack }) => takenBack),
  ).toBe(true);
});

test("what was changed again since is not taken back", () => {
  const tried = begin();
  tried.save(home, [set("hero/button", "First")]);
  tried.save(home, [set("hero/button", "Second")]);
  const first = tried.editor.history.list().changes[1];
  expect(tried.editor.takeBack(first?.id ?? "", false)).toMatchObject({ stuck: { file: home, path: "hero/button" } });
  expect(tried.read(home)).toContain("button: Second");
});

test("what somebody changed outside is in the list too, and can be taken back", async () => {
  const tried = begin();
  const before = tried.read(home);
  await tried.editor.close();
  tried.change(home, /note: .*/.exec(before)?.[0] ?? "", "note: By hand");
  await tried.again();
  const [change] = tried.editor.history.list().changes;
  expect(change).toMatchObject({ elsewhere: true, label: "Hero, Note", after: "By hand" });
  tried.editor.takeBack(change?.id ?? "", false);
  expect(tried.read(home)).toBe(before);
});

test("lines of both sides come together unless they touch", () => {
  expect(mergeLines("a\nb\nc\nd\ne", "A\nb\nc\nd\ne", "a\nb\nc\nd\nE")).toBe("A\nb\nc\nd\nE");
  expect(mergeLines("a\nb\nc", "a\nB\nc", "a\nx\nc")).toBeUndefined();
  expect(mergeLines("a\nb\nc\nd", "a\nb\nc\nd\nnew", "b\nc\nd")).toBe("b\nc\nd\nnew");
});

test("in a repository a save is a commit of its file alone, and what was staged or changed by hand stays so", async () => {
  const tried = begin({ commits: true });
  const git = (...args: string[]) => execFileSync("git", ["-C", tried.root, ...args], { encoding: "utf8" });
  git("init", "--quiet");
  git("config", "user.email", "owner@studio.test");
  git("config", "user.name", "Owner");
  git("add", "content");
  git("commit", "--quiet", "-m", "Begin");
  writeFileSync(join(tried.root, "staged.txt"), "half done");
  git("add", "staged.txt");
  tried.change("site.yaml", "skip:", "skip: ");
  tried.save(home, [set("hero/button", "Come in")]);
  tried.save("site.yaml", [set("call", "Ring")]);
  await tried.editor.close();
  expect(git("log", "--format=%s", "-2").trim().split("\n")[0]).toMatch(/^Home: Hero, Button, .* became Come in$/);
  expect(git("show", "--stat", "--format=", "HEAD")).toMatch(/^ content\/pages\/home.yaml \| 2/);
  expect(
    git("status", "--porcelain")
      .trim()
      .split("\n")
      .map((line) => line.trim()),
  ).toEqual(expect.arrayContaining(["M content/site.yaml", "A  staged.txt"]));
});
