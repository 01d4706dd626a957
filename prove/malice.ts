import type { Figure, Prove } from "./figure.ts";
import { proveAnything } from "./malice/anything.ts";
import { proveCrowds } from "./malice/crowds.ts";
import { proveFlood } from "./malice/flood.ts";
import { proveHostileText } from "./malice/hostile-text.ts";
import { proveRawHttp } from "./malice/raw-http.ts";
import { proveTraversal } from "./malice/traversal.ts";

/** Somebody who means harm, and the visitor beside them. */
export const prove: Prove = async (options) => {
  const figures: Figure[] = [];
  for (const part of [proveAnything, proveRawHttp, proveTraversal, proveCrowds, proveFlood, proveHostileText]) {
    figures.push(...(await part(options)));
  }
  return figures;
};
