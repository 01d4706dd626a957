import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

// Debian keeps nginx and others where the PATH of an ordinary user does not lead. They are also started by their name.
const folders = new Set([...(process.env.PATH?.split(delimiter) ?? []), "/usr/sbin", "/sbin"]);
process.env.PATH = [...folders].join(delimiter);

/** Where a program of this name is, among the folders that PATH names and those of the system's own programs. */
export function findProgram(name: string): string | undefined {
  return [...folders].map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/** Ends with one sentence that names every Debian package whose program is missing. */
export function requirePrograms(purpose: string, packages: Record<string, string>) {
  const missing = Object.keys(packages).filter((name) => !findProgram(packages[name] ?? ""));
  if (missing.length === 0) return;
  console.error(`${purpose} needs Debian's ${missing.join(" and ")}: sudo apt-get install ${missing.join(" ")}`);
  process.exit(1);
}
