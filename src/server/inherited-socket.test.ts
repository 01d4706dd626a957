import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { cleanEnvironment } from "../../tests/kit/clean-environment.ts";
import { needsUnix } from "../../tests/kit/needs.ts";
import { patient } from "../../tests/kit/patience.ts";
import { sampleEmail, sampleRequest } from "../../tests/kit/sample-request.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { endpoint, isAcknowledged } from "../requests/request.ts";

const root = temporaryFolder();

/** A server whose only page is the number of its process. */
const bareScript = join(root, "bare.mjs");
writeFileSync(
  bareScript,
  `import { run } from ${JSON.stringify(new URL("run.ts", import.meta.url).href)};
  console.log("Started", process.pid);
  await run(() => ({ answer: (_, response) => response.end(String(process.pid)) }));`,
);

/** A socket that outlives the servers it is handed to. */
async function startHolder(variables: Record<string, string> = {}) {
  const settings = { DATA_DIR: temporaryFolder(), RATE_LIMIT: "off", DIGEST: "off", PORT: "0" };
  const env = { ...cleanEnvironment, ...settings, ...variables };
  const holder = spawn(process.execPath, [resolve("tests/kit/hold-socket.ts"), bareScript], { env, cwd: root });
  let output = "";
  for (const stream of [holder.stdout, holder.stderr]) stream.on("data", (chunk) => (output += chunk));
  const servers = () => [...output.matchAll(/^Started (\d+)$/gm)].map(([, pid]) => Number(pid));
  onTestFinished(() => {
    holder.kill("SIGKILL");
    process.kill(servers().at(-1) ?? 0, "SIGKILL");
  });
  await vi.waitFor(() => expect(output).toMatch(/emails/), patient(60_000));
  return { url: `http://127.0.0.1:${/^Holding (\d+)$/m.exec(output)?.[1]}`, servers, output: () => output };
}

describe("A server on an inherited socket", needsUnix, () => {
  it("loses no request while a new process takes over", async () => {
    const { url, servers } = await startHolder();
    const [first = 0] = servers();
    const answeredBy = new Set<string>();
    const references: string[] = [];
    const problems: unknown[] = [];
    let stopped = false;
    const visitor = async (number: number) => {
      while (!stopped) {
        try {
          // Like a proxy, this opens a connection for each request, so that no server closes it meanwhile.
          answeredBy.add(await (await fetch(url, { headers: { connection: "close" } })).text());
          const body = JSON.stringify({ ...sampleRequest, email: sampleEmail(number) });
          const headers = { "content-type": "application/json", connection: "close" };
          const answer: unknown = await (await fetch(url + endpoint, { method: "POST", body, headers })).json();
          if (isAcknowledged(answer)) references.push(answer.reference);
          else problems.push(answer);
        } catch (error) {
          problems.push(error);
        }
        await new Promise((next) => setTimeout(next, 20));
      }
    };
    const visitors = [1, 2, 3, 4].map(visitor);
    await vi.waitFor(() => expect(references.length).toBeGreaterThan(10), patient(60_000));
    process.kill(first, "SIGTERM");
    await vi.waitFor(() => expect(answeredBy.size).toBe(2), patient(60_000));
    stopped = true;
    await Promise.all(visitors);
    expect(problems).toEqual([]);
    expect([...answeredBy].map(Number)).toEqual(servers());
  });

  it("does not use a socket that is meant for another process", async () => {
    const { url, output } = await startHolder({ LISTEN_PID: "1" });
    expect(output()).toMatch(/^Open http:\/\/localhost:\d+$/m);
    expect(output()).not.toContain(`Open http://localhost:${new URL(url).port}\n`);
  });
});
