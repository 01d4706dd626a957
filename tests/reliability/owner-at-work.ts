import { once } from "node:events";
import { cpSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { createDeskLinks } from "../../src/requests/desk-links.ts";
import { openSqliteStore } from "../../src/requests/store/sqlite.ts";
import { databaseFile } from "../../src/server/data-paths.ts";
import { exampleBuild } from "../kit/built-server.ts";
import { pause } from "../kit/spawn-server.ts";
import { buildOnce, type StartServer, startServer, temporaryFolder } from "./servers.ts";

/** Longer than the server waits between two looks at the session of an open window. */
const heartbeat = 6_000;
const hour = 3_600_000;
const siteUrl = "http://127.0.0.1";

/**
 * Starts the server as a studio runs it that edits on the server, signs a phone in that was last used two hours ago, and
 * opens a window of the editor, which stays open while the fault is there.
 */
export const startWithOwner: StartServer = async (variables) => {
  buildOnce();
  const content = join(temporaryFolder(), "content");
  cpSync("tests/example-studio", content, { recursive: true });
  const owner = { DESK: "on", EDIT: "on", EDIT_COMMITS: "off", SITE_URL: siteUrl, NODE_ENV: "production" };
  const folders = { CONTENT_DIR: content, BUILD_DIR: exampleBuild };
  const server = await startServer({ ...owner, ...folders, ...variables }, { built: true });
  const headers = { cookie: await signIn(variables.DATA_DIR ?? "") };
  const events = request(`${server.url()}/edit/api/events`, { headers });
  const [window] = await once(events.end(), "response");
  window.resume().on("error", () => {});
  server.child.once("exit", () => events.destroy());
  return {
    ...server,
    /** Pages are served, the desk is readable, and the window stays open past a look at its session. */
    async serves() {
      await pause(heartbeat);
      const [page, desk] = await Promise.all([fetch(server.url()), fetch(`${server.url()}/desk`, { headers })]);
      return page.status === 200 && desk.status === 200 && window.statusCode === 200 && !window.closed;
    },
  };
};

async function signIn(dataDir: string): Promise<string> {
  const store = openSqliteStore(databaseFile(dataDir), () => {}, false);
  try {
    const secret = crypto.randomUUID().replaceAll("-", "").repeat(2);
    const { hashSecret } = createDeskLinks({ store, siteUrl, deskEpoch: "" });
    const [since, usedAt] = [Date.now() - 3 * hour, Date.now() - 2 * hour];
    const session = { name: secret.slice(0, 8), device: "phone", since, usedAt, epoch: "" };
    await store.createSession(await hashSecret("session", secret), session);
    return `__Host-desk=${secret}`;
  } finally {
    await store.close();
  }
}
