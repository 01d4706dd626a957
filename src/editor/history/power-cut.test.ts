import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { home, openTestEditor } from "../../../tests/kit/test-editor.ts";

/** A program that saves the same field again and again, with a counter as its value. */
const saves = (folder: string, dataFolder: string) => `
  import { openEditor } from ${JSON.stringify(resolve("src/editor/api/editor.ts"))};
  const settings = ${JSON.stringify({ folder, dataFolder, siteUrl: "http://localhost", publishCommand: null, commits: false, environment: {} })};
  const editor = openEditor({ ...settings, now: () => new Date(0) });
  const file = ${JSON.stringify(home)};
  for (let count = 1; ; count++) {
    const { values } = editor.saving.form(file);
    editor.saving.save({ file, edits: [{ path: "hero/button", was: values.hero.button, value: "Save " + count }] });
    process.stdout.write(count + "\\n");
    await new Promise((done) => setImmediate(done));
  }
`;

test("killing the process during a save leaves the old or the new file, and loses no acknowledged save", async () => {
  const fixture = openTestEditor();
  const original = fixture.read(home);
  const names = readdirSync(join(fixture.folder, "pages"));
  await fixture.editor.close();
  for (let round = 0; round < 2; round++) {
    const program = saves(fixture.folder, join(fixture.root, "data"));
    const child = spawn(process.execPath, ["--input-type=module", "-e", program], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    const ended = new Promise((done) => child.once("close", done));
    while (output.split("\n").length < 4) await setTimeout(5);
    await setTimeout(Math.random() * 120);
    child.kill("SIGKILL");
    await ended;
    const acknowledged = Number(output.trim().split("\n").at(-1));
    const count = Number(/button: Save (\d+)/.exec(fixture.read(home))?.[1]);
    expect([acknowledged, acknowledged + 1]).toContain(count);
    expect(fixture.read(home)).toBe(original.replace(/( {2}button: ).*/, `$1Save ${count}`));
  }
  await fixture.restart();
  const { changes } = fixture.editor.history.list();
  expect(changes.length).toBeGreaterThanOrEqual(6);
  for (const change of changes.toReversed()) expect(change.label).toBe("Opening, Button");
  expect(fixture.editor.history.undo({ id: changes.at(-1)?.id ?? "", since: true })).toHaveProperty("undone");
  expect(fixture.read(home)).toBe(original);
  await fixture.editor.close();
  expect(readdirSync(join(fixture.folder, "pages")).filter((name) => !name.startsWith("."))).toEqual(names);
});
