import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openTestEditor } from "../../../tests/kit/test-editor.ts";
import type { PublishStatus } from "./api-types.ts";

const opened: ReturnType<typeof openTestEditor>[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});
/** An editor whose site is built by a program of the test's own: what a real build does is shown by its own tests. */
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

test("what was saved is live, and what is saved while it is made waits for the next time", async () => {
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

test("a build that fails is told, with its words for who helps, and nothing is called published", async () => {
  const fixture = openEditor("console.error('no room on the disk'); process.exit(1)");
  fixture.save(home, [{ do: "set", path: "hero/button", value: "First" }]);
  const { state, details, publishedAt } = await publishAndWait(fixture);
  expect({ state, publishedAt }).toEqual({ state: "failed", publishedAt: null });
  expect(details).toContain("no room on the disk");
  expect((await fixture.editor.site()).unpublished).toHaveLength(1);
});

test("a picture that is broken stops it before anything is made", async () => {
  const elsewhere = openEditor("");
  const mark = join(elsewhere.root, "made");
  const fixture = openEditor(`import { writeFileSync } from "node:fs"; writeFileSync(${JSON.stringify(mark)}, "")`);
  const hero = join(fixture.folder, "images/hero.webp");
  writeFileSync(hero, readFileSync(hero).subarray(0, 3000));
  const publishing = await publishAndWait(fixture);
  expect(publishing).toMatchObject({ state: "failed", problems: [{ file: "images/images.yaml", path: "hero" }] });
  expect(publishing.steps.map(({ state }) => state)).toEqual(["done", "done", "stopped", "next"]);
  expect(existsSync(mark)).toBe(false);
});

test("a mistake in the words keeps it from beginning, and says where", async () => {
  const fixture = openEditor("");
  fixture.replace(home, /note: .*/.exec(fixture.read(home))?.[0] ?? "", 'note: ""');
  expect(await publishAndWait(fixture)).toMatchObject({
    state: "failed",
    blockedReason: "Publish waits: 1 to mend",
    problems: [{ file: home, path: "hero/note" }],
  });
});

test("where the site is hosted elsewhere it is handed over by a command", async () => {
  const fixture = openEditor("", { publishCommand: "echo handed to the host" });
  expect(await publishAndWait(fixture)).toMatchObject({ state: "handed-over", how: "command" });
  const refused = openEditor("", { publishCommand: "echo no such host >&2; exit 3" });
  expect(await publishAndWait(refused)).toMatchObject({ state: "failed", details: "no such host\n" });
});

test("it can be stopped, and the site stays as it is", async () => {
  const fixture = openEditor("await new Promise((done) => setTimeout(done, 20000))");
  fixture.editor.publishing.start();
  while (fixture.editor.publishing.describe().state !== "building") await new Promise((done) => setTimeout(done, 10));
  fixture.editor.publishing.stop();
  await fixture.editor.publishing.whenIdle();
  expect(fixture.editor.publishing.describe()).toMatchObject({ state: "stopped", publishedAt: null });
});
