import { spawnSync } from "node:child_process";

/**
 * Builds in a process of its own, whose memory is given back. Left to itself glibc keeps most of what a large picture
 * took, in an arena for each thread: 670 MB in place of 350. These settings have it give back what is freed.
 */
export function runBuild({ quickPictures = false } = {}): boolean {
  const env = { MALLOC_ARENA_MAX: "1", MALLOC_MMAP_THRESHOLD_: "131072", ...process.env };
  const args = ["src/build/build.ts", ...(quickPictures ? ["--quick-pictures"] : [])];
  return spawnSync(process.execPath, args, { stdio: "inherit", env }).status === 0;
}
