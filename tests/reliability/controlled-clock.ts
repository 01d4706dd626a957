import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { preload, temporaryFolder } from "./servers.ts";

/** Loaded before the server. A file sets how fast its clocks and timers run, and how wrong they are. */
const script = (file: string) => `
import { readFileSync } from "node:fs";
const real = performance.now.bind(performance);
const { setTimeout: wait, setInterval: repeat } = globalThis;
const start = Date.now();
let speed = 1, ahead = 0, then = real(), passed = real();
const elapsed = () => passed + (real() - then) * speed;
const read = () => {
  const settings = JSON.parse(readFileSync(${JSON.stringify(file)}, "utf8"));
  passed = elapsed();
  then = real();
  ({ speed, ahead } = settings);
};
read();
repeat(() => { try { read() } catch {} }, 20).unref();
performance.now = elapsed;
Date.now = () => Math.round(start + elapsed() + ahead);
globalThis.setTimeout = (run, milliseconds = 0, ...args) => wait(run, milliseconds / speed, ...args);
globalThis.setInterval = (run, milliseconds, ...args) => repeat(run, milliseconds / speed, ...args);
`;

/** The environment for a server with a controlled clock: its speed, and how far ahead it is. */
export function createControlledClock(speed: number, offset = 0) {
  const file = join(temporaryFolder(), "clock.json");
  const set = (speed: number, offset = 0) => writeFileSync(file, JSON.stringify({ speed, ahead: offset }));
  set(speed, offset);
  return { set, variables: { NODE_OPTIONS: preload(script(file)) } };
}
