import type { Prove } from "./figure.ts";
import { proveAnything } from "./malice/anything.ts";
import { proveRawHttp } from "./malice/raw-http.ts";
import { proveTraversal } from "./malice/traversal.ts";

export const prove: Prove = async (options) => [
  ...(await proveAnything(options)),
  ...(await proveRawHttp(options)),
  ...(await proveTraversal(options)),
];
