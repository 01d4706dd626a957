import { createServer } from "node:http";
import { listen } from "../../src/http/http-server.ts";

/** A port that nothing listens on, for a program that cannot choose one itself. */
export async function freePort(): Promise<number> {
  await using server = createServer();
  return await listen(server, { port: 0, host: "127.0.0.1" });
}
