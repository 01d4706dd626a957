import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { buildFolders, copyProject } from "../../src/build/project-folders.ts";
import { openPages, type SitePages } from "../../src/server/pages.ts";
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
  const folder = buildPagesFor({ SITE_URL: origin, BACKEND_URL: backend.url, BACKEND_KEY: "public-anonymous-key" });
  pages = await openPages(join(folder, "build/client"));

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

/** Builds the pages without pictures, which take longer and prove nothing here. */
function buildPagesFor(settings: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), "static-"));
  copyProject(folder, [...buildFolders, "tests/example-studio"]);
  const script = `import { renderPages } from "./src/build/render-pages.ts";
    import { readBuildSettings } from "./src/settings/settings.ts";
    await renderPages("build", readBuildSettings(process.env));`;
  const args = ["--input-type=module", "-e", script];
  const env = {
    ...process.env,
    NODE_ENV: "production",
    CONTENT_DIR: "tests/example-studio",
    BUILD_DIR: "build",
    ...settings,
  };
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`The pages could not be built: ${stderr}`);
  return folder;
}
