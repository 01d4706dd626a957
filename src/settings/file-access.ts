import { accessSync, constants } from "node:fs";
import { resolve } from "node:path";
import { errorProperties } from "../log/errors.ts";

const accessErrorCodes: unknown[] = ["EACCES", "EPERM"];

export const isForbidden = (error: unknown): boolean => accessErrorCodes.includes(errorProperties(error).code);

/** What keeps this user from a place, and the remedy; null where nothing does. */
export function findAccessProblem(path: string, use: "read" | "written"): string | null {
  try {
    accessSync(path, use === "read" ? constants.R_OK : constants.R_OK | constants.W_OK);
    return null;
  } catch (error) {
    return isForbidden(error) ? describeAccessProblem(path, use) : null;
  }
}

/** The error as it is, unless it is one of permission: then the path and the remedy. */
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
