import { accessSync, constants } from "node:fs";
import { resolve } from "node:path";
import { propertiesOf } from "../thrown.ts";

const refusals: unknown[] = ["EACCES", "EPERM"];

export const isForbidden = (error: unknown): boolean => refusals.includes(propertiesOf(error).code);

/** What keeps this user from a place, and the remedy; null where nothing does. */
export function forbidden(place: string, use: "read" | "written"): string | null {
  try {
    accessSync(place, use === "read" ? constants.R_OK : constants.R_OK | constants.W_OK);
    return null;
  } catch (error) {
    return isForbidden(error) ? inWords(place, use) : null;
  }
}

/** The error as it is, unless it is one of permission: then the path and the remedy. */
export function inWordsIfForbidden(error: unknown, place: string, use: "read" | "written"): unknown {
  const { path } = propertiesOf(error);
  return isForbidden(error) ? new Error(inWords(typeof path === "string" ? path : place, use)) : error;
}

function inWords(place: string, use: "read" | "written"): string {
  const user = process.getuid?.() ?? "the server's user";
  return `${resolve(place)} may not be ${use} by this user (${user}): give it to that user, as with chown -R ${user}`;
}
