import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { cleanEnvironment } from "../../tests/kit/clean-environment.ts";
import { needsUnix } from "../../tests/kit/needs.ts";
import { patient } from "../../tests/kit/patience.ts";
import { sampleEmail, sampleRequest } from "../../tests/kit/sample-request.ts";
import { spawnServer } from "../../tests/kit/spawn-server.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { endpoint } from "../requests/request.ts";

/** A socket that outlives the servers it is handed to. Their only page is the number of their process. */
async function startHolder() {
  const cwd = temporaryFolder();
  const script = join(cwd, "bare.mjs");
  writeFileSync(
    script,
    `import { run } from ${JSON.stringify(new URL("run.ts", import.meta.url).href)};
    console.log("Started", process.pid);
    await run(() => ({ notes: {}, handle: (_, response) => response.end(String(process.pid)) }));`,
  );
  const env = { ...cleanEnvironment, DATA_DIR: cwd, RATE_LIMIT: "off", DIGEST: "off", PORT: "0" };
  const command = [process.execPath, resolve("tests/kit/hold-socket.ts"), script];
  const { ready, output, terminate } = spawnServer(command, { cwd, env }, /^Holding (\d+)$/m);
  const servers = () => [...output().matchAll(/^Started (\d+)$/gm)].map(([, pid]) => Number(pid));
  onTestFinished(async () => {
    await terminate("SIGKILL");
    process.kill(servers().at(-1) ?? 0, "SIGKILL");
  });
  const port = await ready();
  await vi.waitFor(() => expect(output()).toMatch(/emails/), patient(60_000));
  return { url: `http://127.0.0.1:${port}`, servers };
}

it("A server on an inherited socket loses no request while a new process takes over", needsUnix, async () => {
  const { url, servers } = await startHolder();
  const [first = 0] = servers();
  const answeredBy = new Set<string>();
  const statuses: unknown[] = [];
  let stopped = false;
  const visitor = async (number: number) => {
    while (!stopped) {
      try {
        // Like a proxy, this opens a connection for each request, so that no server closes it meanwhile.
        answeredBy.add(await (await fetch(url, { headers: { connection: "close" } })).text());
        const body = JSON.stringify({ ...sampleRequest, email: sampleEmail(number) });
        const headers = { "content-type": "application/json", connection: "close" };
        statuses.push((await fetch(url + endpoint, { method: "POST", body, headers })).status);
      } catch (error) {
        statuses.push(error);
      }
      await new Promise((next) => setTimeout(next, 20));
    }
  };
  const visitors = [1, 2, 3, 4].map(visitor);
  await vi.waitFor(() => expect(statuses.length).toBeGreaterThan(10), patient(60_000));
  process.kill(first, "SIGTERM");
  await vi.waitFor(() => expect(answeredBy.size).toBe(2), patient(60_000));
  stopped = true;
  await Promise.all(visitors);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect([...answeredBy].map(Number)).toEqual(servers());
});
