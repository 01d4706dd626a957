import { cpSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";

/** The one list of the project's folders, for whatever copies, watches or compares them. A content folder comes on top. */
export const buildFolders = ["src"];

/** Folders that a started server and the owner's commands import from, once the pages are built. */
export const serverFolders = ["src", "commands", "supabase"];

export const projectFiles = ["package-lock.json", "package.json", "tsconfig.json"];

/** Copies these folders and the project's files into another folder, which shares the installed packages. */
export function copyProject(target: string, folders: string[]) {
  for (const name of new Set([...folders, ...projectFiles])) cpSync(name, join(target, name), { recursive: true });
  symlinkSync(resolve("node_modules"), join(target, "node_modules"));
}
