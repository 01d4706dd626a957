import { createChance } from "../chance.ts";
import { type Figure, type Options, scaled } from "../figure.ts";
import { newFolder, pause, startServer, storedIn } from "../started-server.ts";
import { startVisitors } from "../visitors.ts";

/** Told to stop under load, it answers what was asked and leaves. */
export async function toldToStop(options: Options): Promise<Figure> {
  const chance = createChance(options.seed);
  const rounds = scaled(15, options, 2);
  const dataDir = newFolder();
  let server = await startServer({ DATA_DIR: dataDir });
  let [slowest, badly] = [0, 0];
  const visitors = startVisitors(() => server.url());
  for (let round = 1; round <= rounds; round++) {
    await pause(chance.between(100, 500));
    const told = performance.now();
    await server.end("SIGTERM");
    slowest = Math.max(slowest, performance.now() - told);
    if (server.child.exitCode !== 0) badly++;
    if (round < rounds) server = await startServer({ DATA_DIR: dataDir });
  }
  await visitors.leave();
  const stored = new Set((await storedIn(dataDir)).map(({ email }) => email));
  const lost = [...visitors.thanked.keys()].filter((email) => !stored.has(email)).length;
  return {
    promise: "Told to stop, the server leaves in good order within ten seconds",
    how: "SIGTERM under load",
    figure: `${rounds} times, ${visitors.thanked.size} thanked, ${lost} lost, slowest ${(slowest / 1_000).toFixed(1)} s, ${badly} ended with an error`,
    holds: visitors.thanked.size >= rounds && lost + badly === 0 && slowest < 10_000,
  };
}
