import { spawnSync } from "node:child_process";
import { needs } from "./needs.ts";

/** For tests run by root: the user that every system has for those who own nothing. */
export const nobody = { uid: 65_534, gid: 65_534 };

/** The clone may lie in a folder that only root can enter, as /root or one made by `mktemp -d`. */
function canStartHere(): boolean {
  if (process.getuid?.() !== 0) return false;
  const read = 'for (const file of ["src/server/run.ts", "package.json"]) require("node:fs").readFileSync(file)';
  return spawnSync(process.execPath, ["-e", read], nobody).status === 0;
}

export const needsNobody = needs("root, and a clone that every user may read", canStartHere());
