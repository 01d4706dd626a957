import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startServerProcess } from "../kit/server-process.ts";

export const mailAddresses = { MAIL_TO: "studio@example.com", MAIL_FROM: "site@example.com" };

/** Hundreds of processes run the same modules. */
const compileCache = { NODE_COMPILE_CACHE: resolve(".cache/compiled") };

/** Starts a real server process, and waits until it accepts requests. */
export async function startServer(
  variables: Record<string, string>,
  options: Parameters<typeof startServerProcess>[1] = {},
) {
  const began = performance.now();
  const server = startServerProcess({ RATE_LIMIT: "off", ...compileCache, ...mailAddresses, ...variables }, options);
  const url = await server.ready();
  return {
    ...server,
    startupMs: performance.now() - began,
    /** Whether people are served: here a visitor who asks for a page. */
    serves: async () => (await fetch(url)).status === 200,
    async health(): Promise<{ status: number; store?: string; mail?: string }> {
      const response = await fetch(`${url}/healthz`);
      return { ...(await response.json()), status: response.status };
    },
  };
}

export type ServerProcess = Awaited<ReturnType<typeof startServer>>;
export type StartServer = typeof startServer;

const folders: string[] = [];
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Makes a temporary folder that is deleted when the process ends. */
export function temporaryFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, "prove-"));
  folders.push(folder);
  return folder;
}
