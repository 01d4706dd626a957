import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { iterateRequests } from "../../src/requests/store/iterate-requests.ts";
import { openSqliteReader, type RequestReader } from "../../src/requests/store/sqlite-reader.ts";
import type { StoredRequest } from "../../src/requests/store/stored-request.ts";
import { databaseFile } from "../../src/server/data-paths.ts";
import { patient } from "../kit/patience.ts";
import { startServerProcess } from "../kit/server-process.ts";

export const mailAddresses = { MAIL_TO: "studio@example.com", MAIL_FROM: "site@example.com" };

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Polls until the condition holds, up to a time limit. */
export async function waitUntil(condition: () => boolean | Promise<boolean>, seconds: number): Promise<boolean> {
  const end = performance.now() + patient(seconds * 1_000);
  while (!(await condition())) {
    if (performance.now() > end) return false;
    await pause(20);
  }
  return true;
}

/** The compile cache is shared, since hundreds of processes run the same modules. */
const compileCache = { NODE_COMPILE_CACHE: resolve(".cache/compiled") };

/** Starts a real server process, and waits until it accepts requests. */
export async function startServer(
  variables: Record<string, string>,
  options: Parameters<typeof startServerProcess>[1] = {},
) {
  const began = performance.now();
  const server = startServerProcess({ RATE_LIMIT: "off", ...compileCache, ...mailAddresses, ...variables }, options);
  const { child, exited, output, url } = server;
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  await waitUntil(() => url() !== "" || hasExited(), 30);
  if (!url()) throw new Error(`The server did not start: ${output()}`);
  return {
    ...server,
    startupMs: performance.now() - began,
    hasExited,
    async terminate(signal: NodeJS.Signals) {
      if (!hasExited()) child.kill(signal);
      await exited;
    },
    async health(): Promise<{ status: number; store?: string; mail?: string }> {
      const response = await fetch(`${url()}/healthz`);
      return { ...(await response.json()), status: response.status };
    },
  };
}

export type ServerProcess = Awaited<ReturnType<typeof startServer>>;

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

export async function readStoredRequests(dataDir: string): Promise<StoredRequest[]> {
  const reader = openSqliteReader(databaseFile(dataDir));
  try {
    return await readAllRequests(reader);
  } finally {
    await reader.close();
  }
}

export async function readAllRequests(reader: Pick<RequestReader, "list">): Promise<StoredRequest[]> {
  const requests: StoredRequest[] = [];
  for await (const request of iterateRequests(reader)) requests.push(request);
  return requests;
}
