import { readdirSync } from "node:fs";
import { join } from "node:path";
import { startPostgresServer } from "../../kit/postgres-server.ts";
import { memoryOf } from "../../kit/process-memory.ts";
import { waitUntil } from "../../kit/spawn-server.ts";
import { notRun, type Options, type Result, resultOf, scaled } from "../results.ts";
import { runCommand, startServer, temporaryFolder } from "../servers.ts";
import { countMissing, startVisitors } from "../visitors.ts";

/** Visitors post without a rest, and emails go out meanwhile. What a process keeps of each request would add up. */
export async function steadyWork(options: Options): Promise<Result> {
  const claim = "Under steady work nothing is lost, and memory stays level";
  if (process.platform !== "linux") return notRun(claim, "only Linux tells how much memory another process has");
  const variables = { DATA_DIR: temporaryFolder() };
  const server = await startServer(variables);
  const visitors = startVisitors(() => server.url());
  const requests = scaled(40_000, options, 2_000);
  await waitUntil(() => visitors.thanked.size >= requests / 4, 300);
  const early = memoryOf(server.child.pid);
  await waitUntil(() => visitors.thanked.size >= requests, 900);
  const late = memoryOf(server.child.pid);
  await visitors.stop();
  const lost = await countMissing(variables, visitors.thanked.keys());
  await server.terminate("SIGTERM");
  return resultOf(claim, {
    [`${visitors.thanked.size} thanked`]: visitors.thanked.size >= requests,
    [`${lost} lost`]: lost === 0,
    [`${early} MB after a quarter of them and ${late} MB after all`]: late < early + 100,
  });
}

/** Copies of a working site, each restored onto an empty machine, every second one into the other kind of database. */
export async function copiedUnderLoad(options: Options): Promise<Result[]> {
  const postgres = await startPostgresServer();
  const inFile = async () => ({ DATA_DIR: temporaryFolder() });
  const inPostgres = async () => ({ DATA_DIR: temporaryFolder(), DATABASE_URL: await postgres.createDatabase() });
  try {
    return [
      await copyUnderLoad("a file", inFile, inPostgres, options),
      await copyUnderLoad("PostgreSQL", inPostgres, inFile, options),
    ];
  } finally {
    await postgres.stop();
  }
}

type NewStore = () => Promise<Record<string, string>>;

async function copyUnderLoad(name: string, newStore: NewStore, newOther: NewStore, options: Options): Promise<Result> {
  const variables = await newStore();
  const server = await startServer(variables);
  const visitors = startVisitors(() => server.url(), { rest: 10 });
  const copies: { file: string; before: string[] }[] = [];
  for (let copy = 0; copy < scaled(10, options, 2); copy++) {
    await visitors.moreThanks();
    const before = [...visitors.thanked.keys()];
    const folder = temporaryFolder();
    await runCommand("backup", [folder], variables);
    copies.push({ file: join(folder, readdirSync(folder)[0] ?? "none"), before });
  }
  await visitors.stop();
  await server.terminate();
  let missing = 0;
  for (const [index, { file, before }] of copies.entries()) {
    const target = await (index % 2 === 0 ? newStore() : newOther());
    await runCommand("restore", [file], target);
    missing += await countMissing(target, before);
  }
  return resultOf(`A copy of a working site with ${name} holds all that was acknowledged before it was begun`, {
    [`${copies.length} copies restored`]: true,
    [`up to ${copies.at(-1)?.before.length} acknowledged before`]: true,
    [`${missing} missing`]: missing === 0,
  });
}
