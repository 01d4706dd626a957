import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/** A program or package that a measurement needs and this machine does not have. */
export class NotInstalled extends Error {}

/** Imports a package that the site does not need: some 330 of them are installed separately, in tools/. */
export async function importTool<Module>(file: string): Promise<Module> {
  const path = resolve(import.meta.dirname, "../node_modules", file);
  if (!existsSync(path))
    throw new NotInstalled(`${file.split("/")[0]} is not installed: npm ci --prefix tools --ignore-scripts`);
  return import(pathToFileURL(path).href);
}
