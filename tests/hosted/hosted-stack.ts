import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { errorMessage } from "../../src/log/errors.ts";
import { openPostgresStore } from "../../src/requests/store/postgres.ts";
import { migrate } from "../../src/requests/store/postgres-migrate.ts";
import { type ResendBehaviour, resendTestKey, startResendServer } from "../kit/resend-server.ts";
import { spawnServer } from "../kit/spawn-server.ts";

/**
 * The hosted deployment on this machine: the function under a real Deno, with the packages of this project in place of the
 * network, and the email service, with the tables in this empty database.
 */
export async function startHostedStack(
  database: string,
  variables: Record<string, string>,
  behaviour?: () => ResendBehaviour,
) {
  const resend = await startResendServer(behaviour);
  const store = openPostgresStore(database, { connections: 2, prepare: migrate });
  await store.check();
  const settings = {
    SUPABASE_DB_URL: database,
    RESEND_API_KEY: resendTestKey,
    RESEND_URL: resend.url,
    MAIL_TO: "studio@example.com",
    MAIL_FROM: "Website <website@example.com>",
    RATE_LIMIT: "off",
    DIGEST: "off",
    WEEKLY_EMAIL: "off",
    ...variables,
  };
  const args = ["run", "--no-prompt", "--cached-only", "--node-modules-dir=manual", "--allow-net", "--allow-env"];
  const preload = ["--preload", `data:text/javascript,${encodeURIComponent(edgeRuntimeShim)}`];
  const script = ["--config", join(functionFolder, "deno.json"), join(functionFolder, "index.ts")];
  const env = { DENO_DIR: denoCache, DENO_NO_UPDATE_CHECK: "1", DENO_SERVE_ADDRESS: "tcp:127.0.0.1:0", ...settings };
  const announcement = /Listening on (http:\S+?)\/\s/;
  const { ready, output, terminate } = spawnServer([findDeno(), ...args, ...preload, ...script], { env }, announcement);
  const stop = () => Promise.all([terminate("SIGKILL"), store.close(), resend.close()]);
  return { url: await ready(), output, store, resend, stop };
}

const functionFolder = resolve("supabase/functions/send-contact-email");

// What the platform adds to Deno: it is told of work that goes on after the answer.
const edgeRuntimeShim = "globalThis.EdgeRuntime = { waitUntil: () => console.log('kept alive') }";

/** What Deno has compiled and checked. It is kept, so that each start and the next run need not do it again. */
export const denoCache = resolve(".cache/deno");

/** Where this project's Deno is. Its package puts it in place when asked, so it needs no script at installation. */
export function findDeno(): string {
  try {
    return createRequire(import.meta.url)("deno/install_api.cjs").runInstall();
  } catch (error) {
    throw new Error(`Deno could not be had: ${errorMessage(error)}`);
  }
}
