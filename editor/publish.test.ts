import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { Publishing } from "./shapes.ts";
import { tryEditor } from "./tried-editor.ts";

const opened: ReturnType<typeof tryEditor>[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
/** An editor whose site is built by a program of the test's own: what a real build does is shown by its own tests. */
function begin(program: string, settings: Parameters<typeof tryEditor>[0] = {}) {
  const tried = tryEditor({ build: ["--input-type=module", "-e", program], ...settings });
  opened.push(tried);
  return tried;
}

const home = "pages/home.yaml";
const settled = async ({ editor }: ReturnType<typeof tryEditor>): Promise<Publishing> => {
  editor.publishing.begin();
  await editor.publishing.settled();
  return editor.publishing.describe();
};

test("what was saved is live, and what is saved while it is made waits for the next time", async () => {
  const tried = begin("await new Promise((done) => setTimeout(done, 300))");
  tried.save(home, [{ do: "set", path: "hero/button", value: "First" }]);
  expect((await tried.editor.site()).waiting).toHaveLength(1);
  const publishing = settled(tried);
  tried.save(home, [{ do: "set", path: "hero/note", value: "Second" }]);
  expect(await publishing).toMatchObject({
    state: "live",
    how: "here",
    steps: [{ state: "done" }, { state: "done" }, { state: "done" }, { state: "done" }],
  });
  expect((await tried.editor.site()).waiting).toMatchObject([{ label: "Hero, Note" }]);
});

test("a build that fails is told, with its words for who helps, and nothing is called published", async () => {
  const tried = begin("console.error('no room on the disk'); process.exit(1)");
  tried.save(home, [{ do: "set", path: "hero/button", value: "First" }]);
  const { state, details, publishedAt } = await settled(tried);
  expect({ state, publishedAt }).toEqual({ state: "failed", publishedAt: null });
  expect(details).toContain("no room on the disk");
  expect((await tried.editor.site()).waiting).toHaveLength(1);
});

test("a picture that is broken stops it before anything is made", async () => {
  const elsewhere = begin("");
  const mark = join(elsewhere.root, "made");
  const tried = begin(`import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(mark)}, "")`);
  const hero = join(tried.folder, "images/hero.webp");
  writeFileSync(hero, readFileSync(hero).subarray(0, 3000));
  const publishing = await settled(tried);
  expect(publishing).toMatchObject({ state: "failed", problems: [{ file: "images/images.yaml", path: "hero" }] });
  expect(publishing.steps.map(({ state }) => state)).toEqual(["done", "done", "stopped", "next"]);
  expect(existsSync(mark)).toBe(false);
});

test("a mistake in the words keeps it from beginning, and says where", async () => {
  const tried = begin("");
  tried.change(home, /note: .*/.exec(tried.read(home))?.[0] ?? "", 'note: ""');
  expect(await settled(tried)).toMatchObject({
    state: "failed",
    waits: "Publish waits: 1 to mend",
    problems: [{ file: home, path: "hero/note" }],
  });
});

test("where the site is hosted elsewhere it is handed over by a command", async () => {
  const tried = begin("", { publishCommand: "echo handed to the host" });
  expect(await settled(tried)).toMatchObject({ state: "handed-over", how: "command" });
  const refused = begin("", { publishCommand: "echo no such host >&2; exit 3" });
  expect(await settled(refused)).toMatchObject({ state: "failed", details: "no such host\n" });
});

test("it can be stopped, and the site stays as it is", async () => {
  const tried = begin("await new Promise((done) => setTimeout(done, 20000))");
  tried.editor.publishing.begin();
  while (tried.editor.publishing.describe().state !== "making") await new Promise((done) => setTimeout(done, 10));
  tried.editor.publishing.stop();
  await tried.editor.publishing.settled();
  expect(tried.editor.publishing.describe()).toMatchObject({ state: "stopped", publishedAt: null });
});
