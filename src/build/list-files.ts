import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** Every file in a folder and the folders beneath it, as addresses are written: with slashes. */
export const listFiles = (directory: string) =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).split(sep).join("/"));
