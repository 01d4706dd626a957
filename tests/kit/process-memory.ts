import { readFileSync } from "node:fs";

/** Adds the memory of a process and of its children, in megabytes. A page that they share, as Node itself, counts once. */
export function memoryOf(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
    const own = Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]) / 1024;
    return Math.round(own) + children.reduce((sum, child) => sum + memoryOf(Number(child)), 0);
  } catch {
    return 0; // It has ended.
  }
}
