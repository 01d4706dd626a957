import type { ChildProcess } from "node:child_process";
import { writeFile } from "node:fs/promises";

/**
 * When memory runs out, the kernel is to end this process before the one that serves visitors: `first` what only works
 * on one picture or one build, `second` the editor that started it. The number is a part of all memory in thousandths that is
 * added to what a process holds: a build that has just begun must come before an editor that has read all content. Only
 * Linux can be told.
 */
export function endBeforeServer({ pid }: ChildProcess, turn: "first" | "second"): void {
  if (process.platform !== "linux" || pid === undefined) return;
  // A process that has ended already has no such file.
  writeFile(`/proc/${pid}/oom_score_adj`, turn === "first" ? "1000" : "200").catch(() => {});
}
