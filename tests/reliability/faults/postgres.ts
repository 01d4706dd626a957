import { openPostgresStore } from "../../../src/requests/store/postgres.ts";
import { startPostgresServer } from "../../kit/postgres-server.ts";
import { readAllRequests } from "../../kit/stored-requests.ts";
import { type Options, type Result, scaled } from "../result.ts";
import { type StartServer, temporaryFolder } from "../server-process.ts";
import { postRequests } from "./post-requests.ts";

export async function databaseStopped(options: Options, start: StartServer): Promise<Result> {
  const postgres = await startPostgresServer();
  try {
    const variables = { DATA_DIR: temporaryFolder(), DATABASE_URL: await postgres.createDatabase() };
    const server = await start(variables, {});
    const before = await postRequests(server, 1, scaled(20, options, 5));
    await postgres.crash();
    const during = await postRequests(server, 101, 2);
    const pages = await server.serves();
    await postgres.start();
    const after = await postRequests(server, 201, 5);
    const alive = !server.hasExited();
    await server.terminate("SIGTERM");
    const store = openPostgresStore(variables.DATABASE_URL, { connections: 1 });
    const stored = new Set((await readAllRequests(store)).map(({ reference }) => reference));
    await store.close();
    const lost = [...before.thanked, ...after.thanked].filter((reference) => !stored.has(reference)).length;
    return {
      claim: "A PostgreSQL that stops ends nothing, and is used again once it is back",
      method: "PostgreSQL stopped as by a power cut under the server, then started",
      measured: `${before.thanked.length} thanked, ${during.statuses} meanwhile, pages ${pages ? "served" : "NOT served"}; ${lost} lost, ${after.thanked.length} of 5 thanked afterwards`,
      passed: during.thanked.length === 0 && pages && alive && lost === 0 && after.thanked.length === 5,
    };
  } finally {
    await postgres.stop();
  }
}
