import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { openEditor } from "../api/editor.ts";

/** A program that saves the same field again and again, with a counter as its value. */
const saves = (root: string) => `
  import { openEditor } from ${JSON.stringify(resolve("src/editor/api/editor.ts"))};
  const editor = openEditor({ folder: ${JSON.stringify(join(root, "content"))}, dataFolder: ${JSON.stringify(join(root, "data"))}, siteUrl: "http://localhost", publishCommand: null, commits: false, environment: {}, now: () => new Date(0) });
  const file = "pages/home.yaml";
  for (let count = 1; ; count++) {
    editor.save({ file, version: editor.saving.form(file).version, edits: [{ do: "set", path: "hero/button", value: "Save " + count }] });
    process.stdout.write(count + "\\n");
    await new Promise((done) => setImmediate(done));
  }
`;

test("killing the process during a save leaves the old or the new file, and loses no acknowledged save", async () => {
  const root = mkdtempSync(join(tmpdir(), "killed-"));
  try {
    cpSync("tests/example-studio", join(root, "content"), { recursive: true });
    const original = readFileSync(join(root, "content/pages/home.yaml"), "utf8");
    for (let round = 0; round < 2; round++) {
      const child = spawn(process.execPath, ["--input-type=module", "-e", saves(root)], {
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
      const text = readFileSync(join(root, "content/pages/home.yaml"), "utf8");
      const count = Number(/button: Save (\d+)/.exec(text)?.[1]);
      expect([acknowledged, acknowledged + 1]).toContain(count);
      expect(text).toBe(original.replace(/( {2}button: ).*/, `$1Save ${count}`));
    }
    const editor = openEditor({
      folder: join(root, "content"),
      dataFolder: join(root, "data"),
      siteUrl: "http://localhost",
      publishCommand: null,
      commits: false,
      environment: {},
    });
    const { changes } = editor.history.list();
    expect(changes.length).toBeGreaterThanOrEqual(6);
    for (const change of changes.toReversed()) expect(change.label).toBe("Hero, Button");
    expect(editor.undo(changes.at(-1)?.id ?? "", true)).toHaveProperty("undone");
    expect(readFileSync(join(root, "content/pages/home.yaml"), "utf8")).toBe(original);
    await editor.close();
    expect(readdirSync(join(root, "content/pages")).filter((name) => !name.startsWith("."))).toEqual(
      readdirSync("tests/example-studio/pages"),
    );
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
