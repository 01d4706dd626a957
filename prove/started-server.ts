import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { patient } from "../commands/patience.ts";
import { everyRequest } from "../consultations/store/every-request.ts";
import { openSqliteReader, type Reader } from "../consultations/store/sqlite-reader.ts";
import type { StoredRequest } from "../consultations/store/stored-request.ts";
import { databaseFile } from "../server/data-files.ts";
import { launchServer } from "../server/server-process.ts";

export const addresses = { MAIL_TO: "studio@example.com", MAIL_FROM: "site@example.com" };

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Looks until it is so, for as long as that is worth waiting. */
export async function until(so: () => boolean | Promise<boolean>, seconds: number): Promise<boolean> {
  const end = performance.now() + patient(seconds * 1_000);
  while (!(await so())) {
    if (performance.now() > end) return false;
    await pause(20);
  }
  return true;
}

/** Hundreds of processes run the same modules. */
const compiled = { NODE_COMPILE_CACHE: resolve(".cache/compiled") };

/** A real server process that is ready to be asked. */
export async function startServer(variables: Record<string, string>, place: Parameters<typeof launchServer>[1] = {}) {
  const began = performance.now();
  const server = launchServer({ RATE_LIMIT: "off", ...compiled, ...addresses, ...variables }, place);
  const { child, exited, output, url } = server;
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  await until(() => url() !== "" || isOver(), 30);
  if (!url()) throw new Error(`The server did not start: ${output()}`);
  return {
    ...server,
    readyIn: performance.now() - began,
    isOver,
    async end(signal: NodeJS.Signals) {
      if (!isOver()) child.kill(signal);
      await exited;
    },
    async health(): Promise<{ status: number; store?: string; mail?: string }> {
      const response = await fetch(`${url()}/healthz`);
      return { ...(await response.json()), status: response.status };
    },
  };
}

export type StartedServer = Awaited<ReturnType<typeof startServer>>;

const folders: string[] = [];
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder for a proof, gone with the process. */
export function newFolder(place = tmpdir()): string {
  const folder = mkdtempSync(join(place, "prove-"));
  folders.push(folder);
  return folder;
}

export async function storedIn(dataDir: string): Promise<StoredRequest[]> {
  const reader = openSqliteReader(databaseFile(dataDir));
  try {
    return await readAll(reader);
  } finally {
    await reader.close();
  }
}

export async function readAll(reader: Pick<Reader, "list">): Promise<StoredRequest[]> {
  const requests: StoredRequest[] = [];
  for await (const request of everyRequest(reader)) requests.push(request);
  return requests;
}
