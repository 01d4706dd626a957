import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { Client } from "pg";
import { fingerprint } from "../../src/build/fingerprint.ts";
import { listFiles } from "../../src/build/list-files.ts";
import { openPages, type SitePages } from "../../src/server/pages.ts";
import { readBuildSettings } from "../../src/settings/settings.ts";
import { startHostedStack } from "../kit/hosted-stack.ts";
import { startPostgresServer } from "../kit/postgres-server.ts";

/** A running deployment of the site, as a visitor and the owner see it. */
export interface Deployment {
  origin: string;
  /** The requests that the owner has received. */
  requests(): Promise<Record<string, unknown>[]>;
  /** Makes storing impossible until the returned function is called. */
  breakStorage(): Promise<() => Promise<void>>;
  stop(): Promise<void>;
}

/** Starts a static host for the pages, and the function on Deno and PostgreSQL at another address. */
export async function startHosted(): Promise<Deployment> {
  let pages: SitePages | undefined;
  const host = createServer((request, response) => pages?.answer(request, response));
  await new Promise<void>((done) => host.listen(0, "127.0.0.1", done));
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const postgres = await startPostgresServer();
  const database = await postgres.createDatabase();
  const backend = await startHostedStack(database, { SITE_URL: origin, ALLOWED_ORIGINS: origin });
  const folder = writePagesFor(origin, backend.url);
  pages = await openPages(join(folder, "client"));

  const rename = async (from: string, to: string) => {
    const client = new Client(database);
    await client.connect();
    await client.query(`ALTER SCHEMA ${from} RENAME TO ${to}`);
    await client.end();
  };
  return {
    origin,
    requests: () => backend.store.list(),
    async breakStorage() {
      await rename("consultations", "out_of_reach");
      return () => rename("out_of_reach", "consultations");
    },
    async stop() {
      host.close();
      host.closeAllConnections();
      await backend.stop();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Stand for addresses that are known only once somebody listens there. */
const [anySite, anyBackend] = ["http://127.0.0.1:1", "http://127.0.0.1:2"];
const built = ".cache/static-pages";

/** The pages for these addresses. They are built once and kept, because the backend's address is compiled into bundles. */
function writePagesFor(siteUrl: string, backendUrl: string): string {
  buildPages();
  // The folder is inside the project, where the built code finds its packages.
  const folder = mkdtempSync(".cache/static-");
  const given = (address: string) => (address === anySite ? siteUrl : backendUrl);
  for (const file of listFiles(built)) {
    const text = readFileSync(join(built, file), "latin1");
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text.replaceAll(/http:\/\/127\.0\.0\.1:[12]\b/g, given), "latin1");
  }
  return folder;
}

/** Builds the pages unless nothing has changed, without pictures, which take longer and prove nothing here. */
function buildPages() {
  const settings = {
    CONTENT_DIR: "tests/example-studio",
    BUILD_DIR: built,
    SITE_URL: anySite,
    BACKEND_URL: anyBackend,
    BACKEND_KEY: "public-anonymous-key",
    OWN_FUNCTION: "on",
  };
  const [inputs, made] = [fingerprint(readBuildSettings(settings)), join(built, "inputs")];
  if (existsSync(made) && readFileSync(made, "utf8") === inputs) return;
  rmSync(built, { recursive: true, force: true });
  const script = `import { renderPages } from "./src/build/render-pages.ts";
    import { readBuildSettings } from "./src/settings/settings.ts";
    await renderPages("${built}", readBuildSettings(process.env));`;
  const args = ["--input-type=module", "-e", script];
  const env = { ...process.env, NODE_ENV: "production", ...settings };
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`The pages could not be built: ${stderr}`);
  writeFileSync(made, inputs);
}
