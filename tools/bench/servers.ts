import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endpoint } from "../../src/requests/request.ts";
import { startPostgresServer } from "../../tests/kit/postgres-server.ts";
import { startServerProcess } from "../../tests/kit/server-process.ts";
import { formatCount, percentile } from "../../tests/kit/statistics.ts";
import { milliseconds, type Options, type Row } from "./report.ts";
import { load, requestBody } from "./requests.ts";

const connections = 48;

/** Goal 9: requests acknowledged by one, two and four servers on one database, and what each costs the processors. */
export async function measure({ smallest }: Options): Promise<Row[]> {
  const rows: Row[] = [];
  const postgres = await startPostgresServer({ max_connections: "100" });
  try {
    for (const count of smallest ? [1] : [1, 2, 4]) {
      rows.push(await measureServers(count, await postgres.createDatabase(), postgres.pid(), smallest ? 0.1 : 10));
    }
    return rows;
  } finally {
    await postgres.stop();
  }
}

async function measureServers(count: number, database: string, postgresPid: number, seconds: number): Promise<Row> {
  const data = mkdtempSync(join(tmpdir(), "bench-servers-"));
  const settings = { DATABASE_URL: database, RATE_LIMIT: "off" };
  const servers = Array.from({ length: count }, (_, index) =>
    startServerProcess({ ...settings, DATA_DIR: join(data, String(index)) }),
  );
  try {
    const urls = await Promise.all(servers.map((server) => server.ready()));
    const serverSeconds = () => servers.reduce((sum, { child }) => sum + processorSeconds([child.pid ?? 0]), 0);
    const databaseSeconds = () => processorSeconds([postgresPid, ...childrenOf(postgresPid)]);
    const before = { server: serverSeconds(), database: databaseSeconds() };
    const results = await Promise.all(
      urls.map((url, index) => {
        const body = requestBody.replaceAll("%n", `${index}-%n`);
        return load({ url: url + endpoint, connections: connections / count, seconds, pause: 0, body });
      }),
    );
    const failures = results.flatMap((result) => Object.entries(result.failures));
    if (failures.length) throw new Error(`Not every request was answered with 200: ${failures.join(", ")}`);
    const times = results.flatMap((result) => result.times);
    const rate = times.length / Math.max(...results.map((result) => result.seconds));
    const perRequest = (spent: number) => milliseconds((spent * 1000) / times.length);
    const spent = {
      server: perRequest(serverSeconds() - before.server),
      database: perRequest(databaseSeconds() - before.database),
    };
    return {
      goal: `9 durable acknowledgements, ${count} server(s) on one PostgreSQL, ${connections} connections, ${seconds} s`,
      ours: `${formatCount(rate)}/s, p99 ${milliseconds(percentile(times, 0.99))}`,
      reference: `processor a request: server ${spent.server}, database ${spent.database}`,
      target: "≥ 200/s",
      ok: rate >= 200,
    };
  } finally {
    for (const server of servers) await server.terminate();
    rmSync(data, { recursive: true, force: true });
  }
}

const childrenOf = (pid: number) =>
  execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" })
    .trim()
    .split(/\s+/)
    .map(Number);

/** Processor time in hundredths of a second is fields 14 and 15 of the kernel's line, 16 and 17 of ended children. */
function processorSeconds(pids: number[]): number {
  return pids.reduce((sum, pid) => {
    const line = readStat(pid);
    const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
    return sum + [11, 12, 13, 14].reduce((ticks, field) => ticks + Number(fields[field] ?? 0), 0) / 100;
  }, 0);
}

/** Empty for a process that has just ended; its time is then in its parent's line. */
function readStat(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return "";
  }
}
