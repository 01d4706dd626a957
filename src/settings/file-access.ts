import { accessSync, constants } from "node:fs";
import { resolve } from "node:path";
import { errorProperties } from "../log/errors.ts";

const accessErrorCodes: unknown[] = ["EACCES", "EPERM"];

export const isForbidden = (error: unknown): boolean => accessErrorCodes.includes(errorProperties(error).code);

/** Why this user may not access a path, and the remedy; null if the user may. */
export function findAccessProblem(path: string, use: "read" | "written"): string | null {
  try {
    accessSync(path, use === "read" ? constants.R_OK : constants.R_OK | constants.W_OK);
    return null;
  } catch (error) {
    return isForbidden(error) ? describeAccessProblem(path, use) : null;
  }
}

/** Replaces a permission error by one that names the path and the remedy. Other errors are returned unchanged. */
export function explainIfForbidden(error: unknown, fallbackPath: string, use: "read" | "written"): unknown {
  const { path } = errorProperties(error);
  return isForbidden(error)
    ? new Error(describeAccessProblem(typeof path === "string" ? path : fallbackPath, use))
    : error;
}

function describeAccessProblem(path: string, use: "read" | "written"): string {
  const user = process.getuid?.() ?? "the server's user";
  return `${resolve(path)} may not be ${use} by this user (${user}): give it to that user, as with chown -R ${user}`;
}
