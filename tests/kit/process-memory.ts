import { readFileSync } from "node:fs";

/**
 * Adds the memory of a process and of its children, in megabytes. A page that they share, as Node itself, counts once, and
 * not at all where only what no file holds is asked for (Pss_Anon).
 */
export function memoryOf(pid: number, line: "Pss" | "Pss_Anon" = "Pss"): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
    const own =
      Number(new RegExp(`^${line}:\\s+(\\d+)`, "m").exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1]) /
      1024;
    return Math.round(own) + children.reduce((sum, child) => sum + memoryOf(Number(child), line), 0);
  } catch {
    return 0; // It has ended.
  }
}
