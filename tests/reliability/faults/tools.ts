import { spawn, spawnSync } from "node:child_process";
import { waitUntil } from "../../kit/spawn-server.ts";

export const hasTool = (name: string): boolean => spawnSync(name, ["-V"], { stdio: "ignore" }).status === 0;

/** Makes every sync of a process fail. Resolves with a function that ends it. */
export async function injectSyncErrors(pid: number): Promise<() => void> {
  const syncs = "fsync,fdatasync";
  const args = ["-f", "-p", String(pid), "-e", `trace=${syncs}`, "-e", `inject=${syncs}:error=EIO`, "-o", "/dev/null"];
  const strace = spawn("strace", args, { stdio: ["ignore", "ignore", "pipe"] });
  let output = "";
  strace.stderr.on("data", (chunk) => (output += chunk));
  if (!(await waitUntil(() => output.includes("attached"), 10))) throw new Error(`strace did not attach: ${output}`);
  return () => strace.kill();
}
