import { type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { patient } from "./patience.ts";

export const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

/** Looks every 20 ms until the condition holds. False if it does not within these seconds. */
export async function waitUntil(condition: () => boolean | Promise<boolean>, seconds: number): Promise<boolean> {
  const end = performance.now() + patient(seconds * 1_000);
  while (!(await condition())) {
    if (performance.now() > end) return false;
    await pause(20);
  }
  return true;
}

/** Does what may fail for a moment, until it succeeds. Throws the last error after so many times. */
export async function tryTimes<Result>(times: number, work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === times) throw error;
      await pause(200);
    }
  }
}

/** A server in a process of its own, which ends with this one at the latest, by `killSignal`. */
export function spawnServer(
  [program = "", ...args]: string[],
  options: Omit<SpawnOptions, "stdio">,
  announcement = /Open (\S+)\s/,
) {
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const kill = () => child.kill(options.killSignal ?? "SIGKILL");
  process.once("exit", kill);
  const exited = once(child, "exit");
  child.once("exit", () => process.off("exit", kill));
  let output = "";
  // Read to the end, as a full pipe would block the server.
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const url = () => announcement.exec(output)?.[1] ?? "";
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  return {
    child,
    exited,
    hasExited,
    output: () => output,
    /** Empty until the server has said where it listens. */
    url,
    async ready(): Promise<string> {
      await waitUntil(() => url() !== "" || hasExited(), 60);
      if (!url()) throw new Error(`The server did not start: ${output}`);
      return url();
    },
    async terminate(signal: NodeJS.Signals = "SIGTERM") {
      if (!hasExited()) child.kill(signal);
      await exited;
    },
  };
}
