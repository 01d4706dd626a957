import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const run = (program: string, ...args: string[]) => spawnSync(program, args).status === 0;
const megabytes = { tmpfs: 16, ext4: 24 };

type DiskKind = keyof typeof megabytes;
export const diskKinds = Object.keys(megabytes) as DiskKind[];

/** Mounts a small disk that can be filled, or returns undefined where this kind cannot be mounted. */
export function mountSmallDisk(kind: DiskKind) {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "disk-"));
  const image = `${folder}.image`;
  const size = `${megabytes[kind]}M`;
  const mounted =
    kind === "tmpfs"
      ? run("mount", "-t", "tmpfs", "-o", `size=${size}`, "tmpfs", folder)
      : run("truncate", "-s", size, image) &&
        run("mkfs.ext4", "-q", "-m", "0", image) &&
        run("mount", "-o", "loop", image, folder);
  const unmount = () => {
    if (mounted) run("umount", "--lazy", folder);
    for (const path of [folder, image]) rmSync(path, { recursive: true, force: true });
  };
  if (!mounted) {
    unmount();
    return undefined;
  }
  const free = () => {
    for (const name of readdirSync(folder)) if (name.startsWith("ballast")) rmSync(join(folder, name));
  };
  return {
    folder,
    free,
    unmount,
    makeReadOnly: () => run("mount", "-o", "remount,ro", folder),
    /** Fills the disk and leaves about this many bytes. */
    fill(left: number) {
      free();
      // The file system keeps some blocks for itself, so what is left is measured once more after most of it is filled.
      for (const spare of [512 * 1024, 0]) {
        const { bavail, bsize } = statfsSync(folder);
        const ballast = Buffer.alloc(Math.max(0, bavail * bsize - left - spare), 1);
        try {
          writeFileSync(join(folder, `ballast-${spare}`), ballast);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
        }
      }
    },
  };
}
