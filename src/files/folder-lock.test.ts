import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { mountSmallDisk } from "../../tests/kit/small-disk.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { isFolderHeld, lockFolder, tryLock } from "./folder-lock.ts";

it("reserves a folder for one server, says so to another, and waits for one that is being replaced", async () => {
  const folder = temporaryFolder();
  expect(isFolderHeld(folder)).toBe(false);
  const release = await lockFolder(folder);
  expect(isFolderHeld(folder)).toBe(true);
  await expect(lockFolder(folder, 0)).rejects.toThrow(
    `Another server uses DATA_DIR (${folder}): stop it, or choose another folder.`,
  );
  const next = lockFolder(folder);
  release();
  (await next)();
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

it("names a lock file that cannot be locked, and never goes on without a lock", () => {
  const file = join(temporaryFolder(), "server.lock");
  writeFileSync(file, "not a lock".repeat(100));
  expect(() => tryLock(join(file, ".."))).toThrow(
    `${file} cannot be locked (file is not a database): delete it, and start again.`,
  );
});
