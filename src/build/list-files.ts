import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** Lists every file in a folder and its subfolders, with forward slashes as in addresses. */
export const listFiles = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join("/"));
