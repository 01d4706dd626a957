import { proveConnectionFloods } from "./abuse/connection-floods.ts";
import { proveForeignOrigins } from "./abuse/foreign-origins.ts";
import { proveFuzzing } from "./abuse/fuzzing.ts";
import { proveHostileText } from "./abuse/hostile-text.ts";
import { provePathTraversal } from "./abuse/path-traversal.ts";
import { proveRawHttp } from "./abuse/raw-http.ts";
import { proveRequestFlood } from "./abuse/request-flood.ts";
import type { Prove, Result } from "./result.ts";

/** Attacks on the server, with an ordinary visitor at the same time. */
export const prove: Prove = async (options) => {
  const results: Result[] = [];
  for (const part of [
    proveFuzzing,
    proveRawHttp,
    proveForeignOrigins,
    provePathTraversal,
    proveConnectionFloods,
    proveRequestFlood,
    proveHostileText,
  ]) {
    results.push(...(await part(options)));
  }
  return results;
};
