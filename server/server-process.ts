import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bareEnvironment } from "./bare-environment.ts";

/** Where and as whom it runs, and a command that it runs under, as a tracer is one. */
type Place = { cwd?: string; uid?: number; gid?: number; under?: string[] };

/** For tests: a real server process, with pages of its own so that it needs no build. */
export function launchServer(variables: Record<string, string>, place: Place = {}, page = '"a page"') {
  const folder = mkdtempSync(join(tmpdir(), "server-process-"));
  // Another user may be asked to run it.
  chmodSync(folder, 0o755);
  const script = join(folder, "server.mjs");
  writeFileSync(
    script,
    `import { run } from ${JSON.stringify(new URL("run.ts", import.meta.url).href)};
    const page = ${page};
    await run(() => ({ answer: (_, response) => response.end(page) }));`,
  );
  const env = { ...bareEnvironment, PORT: "0", HOST: "127.0.0.1", DIGEST: "off", ...variables };
  const { under = [], ...own } = place;
  const [program = "", ...args] = [...under, process.execPath, script];
  const child = spawn(program, args, { cwd: folder, env, ...own, stdio: ["ignore", "pipe", "pipe"] });
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  const exited = once(child, "exit");
  child.once("exit", () => {
    process.off("exit", end);
    rmSync(folder, { recursive: true, force: true });
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  return { child, exited, output: () => output, url: () => output.match(/Open (\S+)/)?.[1] ?? "" };
}
