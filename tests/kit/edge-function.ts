import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { errorMessage } from "../../src/log/errors.ts";
import { spawnServer } from "./spawn-server.ts";

const functionFolder = fileURLToPath(new URL("../../supabase/functions/send-contact-email", import.meta.url));

// What the platform adds to Deno: it is told of work that goes on after the answer.
const edgeRuntimeShim = "globalThis.EdgeRuntime = { waitUntil: () => console.log('kept alive') }";

/** What Deno has compiled and checked. It is kept, so that each start and the next run need not do it again. */
export const denoCache = resolve(".cache/deno");

/** The function under a real Deno, with the packages of this project in place of the network. */
export async function startFunction(variables: Record<string, string>) {
  const args = ["run", "--no-prompt", "--cached-only", "--node-modules-dir=manual", "--allow-net", "--allow-env"];
  const preload = ["--preload", `data:text/javascript,${encodeURIComponent(edgeRuntimeShim)}`];
  const script = ["--config", join(functionFolder, "deno.json"), join(functionFolder, "index.ts")];
  const env = { DENO_DIR: denoCache, DENO_NO_UPDATE_CHECK: "1", DENO_SERVE_ADDRESS: "tcp:127.0.0.1:0", ...variables };
  const announcement = /Listening on (http:\S+?)\/\s/;
  const { ready, output, terminate } = spawnServer([findDeno(), ...args, ...preload, ...script], { env }, announcement);
  return {
    url: await ready(),
    output,
    stop: () => terminate("SIGKILL"),
  };
}

/** Where this project's Deno is. Its package puts it in place when asked, so it needs no script at installation. */
export function findDeno(): string {
  try {
    return createRequire(import.meta.url)("deno/install_api.cjs").runInstall();
  } catch (error) {
    throw new Error(`Deno could not be had: ${errorMessage(error)}`);
  }
}
