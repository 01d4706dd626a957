import type { Prove, Result } from "./results.ts";
import { proveForeignOrigins } from "./strangers/foreign-origins.ts";
import { proveFuzzing } from "./strangers/fuzzing.ts";
import { proveHostileWords } from "./strangers/hostile-words.ts";
import { proveRequestFlood } from "./strangers/request-flood.ts";

/** What strangers send to the public address of the built site, with an ordinary visitor at the same time. */
export const proveStrangers: Prove = async (options) => {
  const results: Result[] = [];
  for (const part of [proveFuzzing, proveForeignOrigins, proveRequestFlood, proveHostileWords])
    results.push(...(await part(options)));
  return results;
};
