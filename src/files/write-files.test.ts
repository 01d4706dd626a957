import { spawnSync } from "node:child_process";
import fs, { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { needsUnix } from "../../tests/kit/needs.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { appendWhole, prepareFiles, writeWholeFile } from "./write-files.ts";

const old = "old words\n".repeat(1_000);
const replacement = Buffer.alloc(60_000, "new words\n");

/** The system then accepts only a part of what a process writes, first without an error and then with one. */
const limited = (folder: string, code: string) =>
  spawnSync(
    "bash",
    ["-c", `ulimit -f 20; exec "$0" --input-type=module -e "$1"`, process.execPath, `${imports}\n${code}`],
    { cwd: folder, encoding: "utf8" },
  );
const imports = `import { appendWhole, prepareFiles, writeWholeFile } from ${JSON.stringify(resolve("src/files/write-files.ts"))};
import { openSync, writeSync } from "node:fs";
const bytes = Buffer.alloc(60_000, "new words\\n");`;

test("a write that the system cuts short leaves the old file and no other", needsUnix, () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "page.yaml"), old);
  const cut = limited(folder, 'console.log(writeSync(openSync("cut", "w"), bytes))');
  expect(cut.stdout.trim()).toBe("20480");
  rmSync(join(folder, "cut"));
  expect(limited(folder, 'writeWholeFile("page.yaml", bytes)').stderr).toContain("EFBIG");
  expect(limited(folder, 'appendWhole("page.yaml", bytes.toString(), 0o600)').stderr).toContain("EFBIG");
  const second = '[{ path: "other.yaml", bytes: Buffer.from("short") }, { path: "page.yaml", bytes }]';
  expect(limited(folder, `prepareFiles(${second}).commit()`).stderr).toContain("EFBIG");
  expect(readFileSync(join(folder, "page.yaml"), "utf8")).toBe(old);
  expect(readdirSync(folder)).toEqual(["page.yaml"]);
});

test("a file's bytes, and then its name, are on the disk: a power failure leaves the old file or the new", () => {
  const folder = temporaryFolder();
  const calls: string[] = [];
  const { fsyncSync, renameSync } = fs;
  onTestFinished(() => {
    Object.assign(fs, { fsyncSync, renameSync });
    syncBuiltinESMExports();
  });
  fs.fsyncSync = (descriptor) => {
    calls.push(fs.fstatSync(descriptor).isDirectory() ? "folder synced" : "bytes synced");
    fsyncSync(descriptor);
  };
  fs.renameSync = (from, to) => {
    calls.push("renamed");
    renameSync(from, to);
  };
  syncBuiltinESMExports();
  writeWholeFile(join(folder, "page.yaml"), old);
  expect(calls).toEqual(["bytes synced", "renamed", "folder synced"]);
});

test("several files are prepared together and put in place together", () => {
  const folder = temporaryFolder();
  const [page, picture, gone] = ["page.yaml", "picture.webp", "gone.yaml"].map((name) => join(folder, name));
  writeFileSync(page ?? "", old, { mode: 0o640 });
  writeFileSync(gone ?? "", old);
  const prepared = prepareFiles([
    { path: page ?? "", bytes: replacement },
    { path: picture ?? "", bytes: replacement },
    { path: gone ?? "", bytes: null },
  ]);
  expect(readFileSync(page ?? "", "utf8")).toBe(old);
  prepared.commit();
  expect(readdirSync(folder).sort()).toEqual(["page.yaml", "picture.webp"]);
  expect(readFileSync(page ?? "").equals(replacement)).toBe(true);
});

test("what was appended can be removed again", () => {
  const path = join(temporaryFolder(), "log");
  appendWhole(path, "first\n", 0o600);
  appendWhole(path, "second\n", 0o600)();
  expect(readFileSync(path, "utf8")).toBe("first\n");
});
