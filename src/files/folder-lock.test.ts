import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { mountSmallDisk } from "../../tests/kit/small-disk.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { isFolderHeld, lockFolder, tryLock } from "./folder-lock.ts";

it("reserves a folder for one, until that one lets it go", () => {
  const folder = temporaryFolder();
  expect(isFolderHeld(folder)).toBe(false);
  const release = tryLock(folder);
  expect([isFolderHeld(folder), tryLock(folder)]).toEqual([true, undefined]);
  release?.();
  expect(isFolderHeld(folder)).toBe(false);
});

it("reserves a folder on a full disk, too", ({ skip }) => {
  const disk = mountSmallDisk("tmpfs");
  if (!disk) return skip("no disk can be mounted here");
  onTestFinished(disk.unmount);
  disk.fill(0);
  const release = tryLock(disk.folder);
  expect(tryLock(disk.folder)).toBeUndefined();
  release?.();
});

it("waits for a server that is being replaced, and says so when another keeps the folder", async () => {
  const folder = temporaryFolder();
  const release = await lockFolder(folder);
  await expect(lockFolder(folder, 0)).rejects.toThrow(
    `Another server uses DATA_DIR (${folder}): stop it, or choose another folder.`,
  );
  const next = lockFolder(folder);
  release();
  (await next)();
});

it("names a lock file that cannot be locked, and never goes on without a lock", () => {
  const folder = temporaryFolder();
  const file = join(folder, "server.lock");
  writeFileSync(file, "not a lock".repeat(100));
  expect(() => tryLock(folder)).toThrow(
    `${file} cannot be locked (file is not a database): delete it, and start again.`,
  );
});
