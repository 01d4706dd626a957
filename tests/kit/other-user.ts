import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectFiles, serverFolders } from "../../src/build/project-folders.ts";

/** For tests run by root: the user that every system has for those who own nothing. */
export const nobody = { uid: 65_534, gid: 65_534 };

/** What a test starts: a Node and the project's code. */
export interface Installation {
  node: string;
  project: string;
}

/**
 * A copy of Node, the server's code and its packages that every user may read. The clone itself may lie in a folder
 * that only root can enter, as /root or one made by `mktemp -d`.
 */
export function installForEveryone(): Installation & { remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "for-everyone-"));
  const node = join(folder, "node");
  const project = join(folder, "project");
  mkdirSync(project);
  cpSync(process.execPath, node);
  const { packages }: { packages: Record<string, { dev?: true; optional?: true }> } = JSON.parse(
    readFileSync("package-lock.json", "utf8"),
  );
  const needed = Object.keys(packages).filter((path) => path && !packages[path]?.dev && !packages[path]?.optional);
  for (const name of [...serverFolders, ...projectFiles, ...needed]) {
    cpSync(name, join(project, name), { recursive: true });
  }
  spawnSync("chmod", ["-R", "a+rX", folder]);
  return { node, project, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
