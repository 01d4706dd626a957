import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { findAccessProblem } from "./file-access.ts";
import { SettingsError, type Variables } from "./variables.ts";

/**
 * The variables of this process, and those of `.env` that the process does not set. Nothing else in the project reads
 * either of them, and no module does so while it is imported: an entry point calls this first and passes values on.
 */
export function loadEnvironment(): Variables {
  const problem = findAccessProblem(".env", "read");
  if (problem) throw new SettingsError(`${problem}.`);
  const file = existsSync(".env") ? parseEnv(readFileSync(".env", "utf8")) : {};
  return { ...file, ...process.env };
}
