import { cpSync, existsSync, statSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { createDeskLinks } from "../../src/requests/desk-links.ts";
import { openPostgresStore } from "../../src/requests/store/postgres.ts";
import { openSqliteStore } from "../../src/requests/store/sqlite.ts";
import { databaseFile } from "../../src/server/data-paths.ts";
import { exampleBuild } from "../kit/built-server.ts";
import { pause } from "../kit/spawn-server.ts";
import { buildOnce, type StartServer, startServer, temporaryFolder } from "./servers.ts";

/** Longer than the server waits between two looks at the session of an open window. */
const heartbeat = 6_000;
const hour = 3_600_000;

/**
 * Starts the server as a studio runs it that edits on the server, signs a phone in that was last used two hours ago, and
 * opens a window of the editor, which stays open while the fault is there.
 */
export const startWithOwner: StartServer = async (variables, options) => {
  buildOnce();
  const content = join(temporaryFolder(), "content");
  cpSync("tests/example-studio", content, { recursive: true });
  const site = "http://127.0.0.1";
  const owner = { DESK: "on", EDIT: "on", EDIT_COMMITS: "off", SITE_URL: site, NODE_ENV: "production" };
  const folders = { CONTENT_DIR: content, BUILD_DIR: exampleBuild };
  const server = await startServer({ ...owner, ...folders, ...variables }, { ...options, built: true });
  // Nobody can sign in to a damaged database.
  const cookie = await signIn(variables, site).catch(() => "");
  const window = openWindow(server.url(), cookie);
  const status = await window.opened;
  server.child.once("exit", window.close);
  return {
    ...server,
    /** Pages are served, the desk is readable, and the window stays open past a look at its session. */
    async serves() {
      await pause(heartbeat);
      const [page, desk] = await Promise.all([
        fetch(server.url()),
        fetch(`${server.url()}/desk`, { headers: { cookie } }),
      ]);
      // Where nothing may be written, the editor says so and is not opened.
      const isRight = status === 200 ? window.isOpen() : status === 503 && !isWritable(variables.DATA_DIR ?? "");
      // A database that is away cannot be read; one on a disk that is full, read-only or locked can.
      return page.status === 200 && desk.status === (variables.DATABASE_URL ? 503 : 200) && isRight;
    },
  };
};

const isWritable = (folder: string) => (statSync(folder).mode & 0o200) !== 0;
/** The cookies of the phones that are signed in, by their data folder. */
const phones = new Map<string, string>();

/** A phone stays signed in when the server is started again, also on a store that cannot be read. */
async function signIn(variables: Record<string, string>, siteUrl: string): Promise<string> {
  const { DATA_DIR = "", DATABASE_URL } = variables;
  const known = phones.get(DATA_DIR);
  if (known && (DATABASE_URL || existsSync(databaseFile(DATA_DIR)))) return known;
  const store = DATABASE_URL
    ? openPostgresStore(DATABASE_URL, { connections: 1 })
    : openSqliteStore(databaseFile(DATA_DIR), () => {}, false);
  try {
    const secret = crypto.randomUUID().replaceAll("-", "").repeat(2);
    const { hashSecret } = createDeskLinks({ store, siteUrl, deskEpoch: "" });
    const [since, usedAt] = [Date.now() - 3 * hour, Date.now() - 2 * hour];
    const session = { name: "phone", device: "phone", since, usedAt, epoch: "" };
    await store.createSession(await hashSecret("session", secret), session);
    phones.set(DATA_DIR, `__Host-desk=${secret}`);
    return `__Host-desk=${secret}`;
  } finally {
    await store.close();
  }
}

function openWindow(origin: string, cookie: string) {
  let isOpen = false;
  const events = request(`${origin}/edit/api/events`, { headers: { cookie } });
  const opened = new Promise<number>((resolve) => {
    events.on("error", () => resolve(0));
    events.once("response", (response) => {
      isOpen = response.statusCode === 200;
      response.on("error", () => {});
      response.resume().once("close", () => {
        isOpen = false;
      });
      resolve(response.statusCode ?? 0);
    });
  });
  events.end();
  return { opened, isOpen: () => isOpen, close: () => void events.destroy() };
}
