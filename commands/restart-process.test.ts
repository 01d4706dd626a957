import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import { keepProcess } from "./restart-process.ts";

/** It takes its time to end: until it is told to. */
const slow = "process.on('SIGTERM', () => {}); process.stdin.on('data', () => process.exit()); console.log('ready')";

it("two edits while the server is still ending start one other server, and none after the last", async () => {
  const started: ChildProcess[] = [];
  onTestFinished(() => {
    for (const child of started) child.kill("SIGKILL");
  });
  const server = keepProcess(() => {
    const child = spawn(process.execPath, ["-e", slow], { stdio: ["pipe", "pipe", "inherit"] });
    started.push(child);
    return child;
  });
  /** Waits for the newest process, calls this, and lets the process end. */
  const whileEnding = async (change: () => void) => {
    const child = started.at(-1);
    if (!child?.stdin || !child.stdout) throw new Error("nothing runs");
    await once(child.stdout, "data");
    change();
    const end = once(child, "exit");
    child.stdin.write("end");
    await end;
  };
  await whileEnding(() => {
    server.restart();
    server.restart();
  });
  expect(started).toHaveLength(2);
  await whileEnding(() => {
    server.restart();
    server.stop();
  });
  expect(started).toHaveLength(2);
});
