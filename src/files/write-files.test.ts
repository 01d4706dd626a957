import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { needsUnix } from "../../tests/kit/needs.ts";
import { diskKinds, mountSmallDisk } from "../../tests/kit/small-disk.ts";
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

test.for(diskKinds)("on a full disk of the kind %s the old file is whole, or the new one is", (kind, { skip }) => {
  const disk = mountSmallDisk(kind);
  if (!disk) return skip(`a disk of the kind ${kind} cannot be mounted here`);
  onTestFinished(disk.unmount);
  const path = join(disk.folder, "page.yaml");
  const log = join(disk.folder, "log");
  const results = new Set<string>();
  for (const left of [0, 4_096, 20_000, 45_056, 49_152, 56_000, 61_440, 200_000]) {
    disk.free();
    writeWholeFile(path, old);
    writeWholeFile(log, "a line\n");
    disk.fill(left);
    for (const [file, write, before, after] of [
      [log, () => appendWhole(log, replacement.toString(), 0o600), "a line\n", `a line\n${replacement}`],
      [path, () => writeWholeFile(path, replacement), old, replacement.toString()],
    ] as const) {
      const outcome = attempt(write);
      results.add(outcome);
      expect(readFileSync(file, "utf8") === (outcome === "written" ? after : before), `${left} left, ${outcome}`).toBe(
        true,
      );
    }
  }
  expect([...results].sort()).toEqual(["ENOSPC", "written"]);
  expect(readdirSync(disk.folder).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

function attempt(write: () => void): string {
  try {
    write();
    return "written";
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

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
