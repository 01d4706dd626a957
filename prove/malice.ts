import type { Prove, Result } from "./figure.ts";
import { proveFuzzing } from "./malice/anything.ts";
import { proveConnectionFloods } from "./malice/crowds.ts";
import { proveRequestFlood } from "./malice/flood.ts";
import { proveHostileText } from "./malice/hostile-text.ts";
import { proveRawHttp } from "./malice/raw-http.ts";
import { provePathTraversal } from "./malice/traversal.ts";

/** Somebody who means harm, and the visitor beside them. */
export const prove: Prove = async (options) => {
  const results: Result[] = [];
  for (const part of [
    proveFuzzing,
    proveRawHttp,
    provePathTraversal,
    proveConnectionFloods,
    proveRequestFlood,
    proveHostileText,
  ]) {
    results.push(...(await part(options)));
  }
  return results;
};
