import { cpSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";

/** The only list of the project's folders, for code that copies, watches or compares them. It excludes the content. */
export const buildFolders = ["src"];

/** The folders that a running server and the owner's commands import from, once the pages are built. */
export const serverFolders = ["src", "commands", "supabase"];

export const projectFiles = ["package-lock.json", "package.json", "tsconfig.json"];

/** Copies these folders and the project's files into another folder, which shares the installed packages. */
export function copyProject(target: string, folders: string[]) {
  for (const name of new Set([...folders, ...projectFiles])) cpSync(name, join(target, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(target, "node_modules"));
}
