import { spawn } from "node:child_process";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { databaseFile } from "../../../src/server/data-paths.ts";
import { sendRequest } from "../../kit/http-request.ts";
import { findProgram } from "../../kit/programs.ts";
import { mountSmallDisk } from "../../kit/small-disk.ts";
import { waitUntil } from "../../kit/spawn-server.ts";
import { notRun, type Options, type Result, resultOf } from "../results.ts";
import { type ServerProcess, startServer, temporaryFolder } from "../servers.ts";
import { countMissing, postRequests } from "../visitors.ts";

/** Breaks the store. What was thanked for meanwhile counts too. */
type Damage = (server: ServerProcess, dataDir: string) => Promise<{ thanked?: string[]; repair(): unknown }>;

const usual = {
  /** How many requests are acknowledged before. */
  requests: 50,
  /** What the log has to say about it. */
  says: /./,
  /** Only a restart can repair it, so the server has to end by itself. Otherwise it serves pages meanwhile. */
  ends: false,
  /** Milliseconds within which a visitor is told. */
  toldWithin: Number.POSITIVE_INFINITY,
};

/** Requests are acknowledged before and after a fault and none during it, and nothing that was acknowledged is lost. */
async function tryFault(claim: string, damage: Damage, fault: Partial<typeof usual>, dataDir = temporaryFolder()) {
  const { requests, says, ends, toldWithin } = { ...usual, ...fault };
  const variables = { DATA_DIR: dataDir };
  const server = await startServer(variables);
  const before = await postRequests(server.url(), 1, requests);
  const { thanked = [], repair } = await damage(server, dataDir);
  thanked.push(...before.thanked);
  const posting = postRequests(server.url(), 1_001, 1);
  // Asked for while the post may wait for the store.
  const page = ends ? null : await sendRequest({ port: Number(new URL(server.url()).port) });
  const during = await posting;
  const figures: Record<string, boolean> = {
    [`${thanked.length} thanked`]: before.thanked.length === requests,
    [`then ${during.statuses} in ${(during.slowest / 1_000).toFixed(1)} s`]:
      during.thanked.length === 0 && during.slowest < toldWithin,
  };
  if (page) {
    const { status } = await server.health();
    figures[`a page in ${Math.round(page.ms)} ms`] = page.status === 200 && page.ms < toldWithin / 3;
    figures["all readable meanwhile"] = (await countMissing(variables, thanked)) === 0;
    figures[`health ${status}`] = status === 503;
  } else {
    const ended = await waitUntil(server.hasExited, 15);
    figures[`the server ended with ${server.child.exitCode}`] = ended && server.child.exitCode === 1;
    await server.terminate("SIGKILL");
  }
  figures["the log says it"] = says.test(server.output());
  await repair();
  const last = ends ? await startServer(variables) : server;
  const after = await postRequests(last.url(), 2_001, 5);
  const lost = await countMissing(variables, [...thanked, ...after.thanked]);
  await last.terminate("SIGTERM");
  return resultOf(claim, {
    ...figures,
    [`${lost} lost`]: lost === 0,
    [`${after.thanked.length} of 5 thanked afterwards`]: after.thanked.length === 5,
  });
}

export async function fullDisk(): Promise<Result> {
  const claim = "No request is acknowledged while the disk is full, and the log says so";
  const disk = mountSmallDisk("tmpfs");
  if (!disk) return notRun(claim, "no disk can be mounted here");
  const damage: Damage = async (server) => {
    disk.fill(400_000);
    const { thanked } = await postRequests(server.url(), 101, 400);
    return { thanked, repair: disk.free };
  };
  try {
    return await tryFault(claim, damage, { requests: 5, says: /fault.*(full|disk)/i }, join(disk.folder, "data"));
  } finally {
    disk.unmount();
  }
}

export async function locked({ scale }: Options): Promise<Result> {
  const claim = "A locked database is reported within about three seconds, and keeps no page waiting";
  const damage: Damage = async (_, dataDir) => {
    const other = new DatabaseSync(databaseFile(dataDir), { timeout: 10_000 });
    other.exec("BEGIN IMMEDIATE");
    return { repair: () => other.close() };
  };
  // On a busy machine only the order of magnitude is meaningful.
  return tryFault(claim, damage, { toldWithin: scale < 1 ? 14_000 : 3_500 });
}

/** Every sync of the server fails, by strace. */
export async function syncErrors(): Promise<Result> {
  const claim = "No request is acknowledged while the disk fails to sync";
  if (!findProgram("strace")) return notRun(claim, "strace is missing");
  const damage: Damage = async ({ child }) => {
    const syncs = "fsync,fdatasync";
    const inject = ["-e", `trace=${syncs}`, "-e", `inject=${syncs}:error=EIO`, "-o", "/dev/null"];
    const strace = spawn("strace", ["-f", "-p", String(child.pid), ...inject], { stdio: ["ignore", "ignore", "pipe"] });
    let output = "";
    strace.stderr.on("data", (chunk) => (output += chunk));
    if (!(await waitUntil(() => output.includes("attached"), 10))) throw new Error(`strace did not attach: ${output}`);
    return { repair: () => strace.kill() };
  };
  return tryFault(claim, damage, { ends: true, says: / fatal reason=/ });
}
