import { readFileSync } from "node:fs";

/**
 * Adds the memory of a process and of its children, in megabytes. A page that they share, as Node itself, counts once, and
 * not at all where only what no file holds is asked for (Pss_Anon).
 */
export function memoryOf(pid: number | string = 0, line: "Pss" | "Pss_Anon" = "Pss"): number {
  try {
    const [, kilobytes] = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8").match(`${line}:\\s+(\\d+)`) ?? [];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").match(/\d+/g) ?? [];
    return children.reduce((sum, child) => sum + memoryOf(child, line), Math.round(Number(kilobytes) / 1024));
  } catch {
    return 0; // It has ended.
  }
}
