import { accessSync, constants } from "node:fs";
import { resolve } from "node:path";
import { errorProperties } from "../log/errors.ts";

const accessErrorCodes: unknown[] = ["EACCES", "EPERM"];

export const isForbidden = (error: unknown): boolean => accessErrorCodes.includes(errorProperties(error).code);

/** Why this user may not access a path, and the command that gives it, or the folder it is in; null if the user may. */
export function findAccessProblem(path: string, use: "read" | "written", toGive = path): string | null {
  try {
    accessSync(path, use === "read" ? constants.R_OK : constants.R_OK | constants.W_OK);
    return null;
  } catch (error) {
    return isForbidden(error) ? describeAccessProblem(path, use, toGive) : null;
  }
}

/** Replaces a permission error by one that names the path and the remedy. Other errors are returned unchanged. */
export function explainIfForbidden(error: unknown, fallbackPath: string, use: "read" | "written"): unknown {
  const { path } = errorProperties(error);
  return isForbidden(error)
    ? new Error(describeAccessProblem(typeof path === "string" ? path : fallbackPath, use))
    : error;
}

export function describeAccessProblem(path: string, use: "read" | "written", toGive = path): string {
  const user = process.getuid?.() ?? "the server's user";
  const remedy = `give it to that user, as with chown -R ${user} ${resolve(toGive)}`;
  return `${resolve(path)} may not be ${use} by this user (${user}): ${remedy}`;
}
