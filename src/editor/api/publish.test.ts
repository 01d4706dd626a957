import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openTestEditor } from "../../../tests/kit/test-editor.ts";
import { listPages } from "../../content/page-list.ts";
import type { PublishStatus } from "./api-types.ts";

const opened: ReturnType<typeof openTestEditor>[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
/** An editor that builds the site with the given program. The real build has its own tests. */
function openEditor(program: string, settings: Parameters<typeof openTestEditor>[0] = {}) {
  const fixture = openTestEditor({ build: ["--input-type=module", "-e", program], ...settings });
  opened.push(fixture);
  return fixture;
}

const home = "pages/home.yaml";
const publishAndWait = async ({ editor }: ReturnType<typeof openTestEditor>): Promise<PublishStatus> => {
  editor.publishing.start();
  await editor.publishing.whenIdle();
  return editor.publishing.describe();
};

test("publishing covers the saves made before it started, and later saves stay unpublished", async () => {
  const fixture = openEditor("await new Promise((done) => setTimeout(done, 300))");
  fixture.save(home, [{ do: "set", path: "hero/button", value: "First" }]);
  expect((await fixture.editor.site()).unpublished).toHaveLength(1);
  const publishing = publishAndWait(fixture);
  fixture.save(home, [{ do: "set", path: "hero/note", value: "Second" }]);
  expect(await publishing).toMatchObject({
    state: "live",
    how: "here",
    steps: [{ state: "done" }, { state: "done" }, { state: "done" }, { state: "done" }],
  });
  expect((await fixture.editor.site()).unpublished).toMatchObject([{ label: "Hero, Note" }]);
});

test("publishing reports the number of pages that were built", async () => {
  const fixture = openEditor("");
  const content = fixture.editor.store.validContent();
  const { steps } = await publishAndWait(fixture);
  expect(steps.at(-1)?.detail).toBe(`${content && listPages(content).length} made`);
});

test("a failed build reports its output, and nothing is marked as published", async () => {
  const fixture = openEditor("console.error('no space on the disk'); process.exit(1)");
  fixture.save(home, [{ do: "set", path: "hero/button", value: "First" }]);
  const { state, details, publishedAt } = await publishAndWait(fixture);
  expect({ state, publishedAt }).toEqual({ state: "failed", publishedAt: null });
  expect(details).toContain("no space on the disk");
  expect((await fixture.editor.site()).unpublished).toHaveLength(1);
});

test("a broken picture stops publishing before the build starts", async () => {
  const other = openEditor("");
  const mark = join(other.root, "built");
  const fixture = openEditor(`import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(mark)}, "")`);
  const hero = join(fixture.folder, "images/hero.webp");
  writeFileSync(hero, readFileSync(hero).subarray(0, 3000));
  const publishing = await publishAndWait(fixture);
  expect(publishing).toMatchObject({ state: "failed", problems: [{ file: "images/images.yaml", path: "hero" }] });
  expect(publishing.steps.map(({ state }) => state)).toEqual(["done", "done", "stopped", "next"]);
  expect(existsSync(mark)).toBe(false);
});

test("a content problem prevents publishing, and its field is named", async () => {
  const fixture = openEditor("");
  fixture.replace(home, /note: .*/.exec(fixture.read(home))?.[0] ?? "", 'note: ""');
  expect(await publishAndWait(fixture)).toMatchObject({
    state: "failed",
    blockedReason: "Publish waits: 1 to fix",
    problems: [{ file: home, path: "hero/note" }],
  });
});

test("a publish command hands the site over to the host, and its failure is reported", async () => {
  const fixture = openEditor("", { publishCommand: "echo handed to the host" });
  expect(await publishAndWait(fixture)).toMatchObject({ state: "handed-over", how: "command" });
  const refused = openEditor("", { publishCommand: "echo no such host >&2; exit 3" });
  expect(await publishAndWait(refused)).toMatchObject({ state: "failed", details: "no such host\n" });
});

test("publishing can be stopped, and nothing is marked as published", async () => {
  const fixture = openEditor("await new Promise((done) => setTimeout(done, 20000))");
  fixture.editor.publishing.start();
  while (fixture.editor.publishing.describe().state !== "building") await new Promise((done) => setTimeout(done, 10));
  fixture.editor.publishing.stop();
  await fixture.editor.publishing.whenIdle();
  expect(fixture.editor.publishing.describe()).toMatchObject({ state: "stopped", publishedAt: null });
});
