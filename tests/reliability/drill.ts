import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openRequestReader } from "../../src/server/backend.ts";
import { readSettings } from "../../src/settings/settings.ts";
import { cleanEnvironment } from "../kit/clean-environment.ts";
import { startPostgresServer } from "../kit/postgres-server.ts";
import { waitUntil } from "../kit/spawn-server.ts";
import { formatCount } from "../kit/statistics.ts";
import { readAllRequests } from "../kit/stored-requests.ts";
import { startExampleSite } from "./example-site.ts";
import { type Options, type Prove, type Result, scaled } from "./result.ts";
import { runProcess } from "./run-process.ts";
import { startVisitors } from "./visitors.ts";

type Variables = Record<string, string>;
type NewStore = () => Promise<Variables>;

/** Backs up a working site and restores the copies, as documented. */
export const prove: Prove = async (options) => {
  const root = mkdtempSync(join(tmpdir(), "drill-"));
  let number = 0;
  const newFolder = () => {
    const folder = join(root, `folder-${++number}`);
    mkdirSync(folder, { mode: 0o700 });
    return folder;
  };
  const postgres = await startPostgresServer();
  const inFile: NewStore = async () => ({ DATA_DIR: newFolder() });
  const inPostgres: NewStore = async () => ({ DATA_DIR: newFolder(), DATABASE_URL: await postgres.createDatabase() });
  try {
    return [
      ...(await drill("a file", newFolder, inFile, inPostgres, options)),
      ...(await drill("PostgreSQL", newFolder, inPostgres, inFile, options)),
    ];
  } finally {
    await postgres.stop();
    rmSync(root, { recursive: true });
  }
};

async function drill(
  name: string,
  newFolder: () => string,
  newStore: NewStore,
  newOther: NewStore,
  options: Options,
): Promise<Result[]> {
  const settings = await newStore();
  const site = await startExampleSite({ ...settings, RATE_LIMIT: "off" });
  const visitors = startVisitors(() => site.origin, { connections: 4, rest: 10 });
  const { thanked } = visitors;
  const copies: { file: string; before: string[] }[] = [];
  const problems: string[] = [];
  try {
    await waitUntil(() => thanked.size >= 50, 60);
    for (let round = 0; round < scaled(10, options); round++) {
      const before = [...thanked.keys()];
      const folder = newFolder();
      const { code, output } = await runCommand("backup", folder, settings, newFolder());
      const [copy = "none", ...others] = readdirSync(folder);
      if (code !== 0 || others.length) problems.push(`a copy ended with ${code}: ${output}`);
      if ((statSync(join(folder, copy)).mode & 0o777) !== 0o600) problems.push("a copy that others can read");
      copies.push({ file: join(folder, copy), before });
    }
    const used = await runCommand("restore", copies[0]?.file ?? "", settings, newFolder());
    if (used.code !== 1) problems.push(`restored under a running server: ${used.output}`);
  } finally {
    await visitors.stop();
    await site.stop();
  }

  let missing = 0;
  let changed = 0;
  for (const [index, { file, before }] of copies.entries()) {
    const target = await (index % 2 === 0 ? newStore() : newOther());
    const { code, output } = await runCommand("restore", file, target, newFolder());
    if (code !== 0) problems.push(`a restore ended with ${code}: ${output}`);
    const restored = await referencesByEmail(target);
    missing += before.filter((email) => !restored.has(email)).length;
    changed += before.filter((email) => thanked.get(email) && restored.get(email) !== thanked.get(email)).length;
  }

  const badSources = await tryBadSources(copies.at(-1)?.file ?? "", newFolder, newStore);
  for (const problem of [...problems, ...badSources.accepted].slice(0, 8)) options.log(problem);
  return [
    {
      claim: `A copy of a working site with ${name} holds all that was acknowledged before it was begun`,
      method:
        "npm run backup beside posts, settings from .env, each copy restored onto an empty machine, every second one into the other kind of database",
      measured: `${copies.length} copies, up to ${formatCount(copies.at(-1)?.before.length ?? 0)} acknowledged before, ${missing} missing, ${changed} changed, ${problems.length} wrong`,
      passed: missing + changed + problems.length === 0 && (copies.at(-1)?.before.length ?? 0) >= 50,
    },
    {
      claim: `With ${name}, an empty or strange source is refused, and nothing is replaced by it`,
      method:
        "Copies cut short, of other kinds, of nothing, with triggers, foreign tables and columns; a restore under a running server",
      measured: `${badSources.tried} tried, ${badSources.accepted.length} accepted`,
      passed: badSources.accepted.length === 0,
    },
  ];
}

/** Runs a command with its settings only in .env, as under cron. */
async function runCommand(name: "backup" | "restore", argument: string, settings: Variables, cwd: string) {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(cwd, ".env"), lines.join(""), { mode: 0o600 });
  const script = resolve(`commands/${name}.ts`);
  const { code, stdout, stderr } = await runProcess(process.execPath, [script, argument], {
    cwd,
    env: cleanEnvironment,
  });
  return { code, output: stdout + stderr };
}

/** Maps each request's email address to its reference. */
async function referencesByEmail(settings: Variables): Promise<Map<string, string>> {
  const reader = await openRequestReader(readSettings(settings));
  try {
    return new Map((await readAllRequests(reader)).map(({ email, reference }) => [email, reference]));
  } finally {
    await reader.close();
  }
}

/** Copies that somebody has changed who can write where they are kept: whole, and with something that would run. */
function hostileDatabases(copy: string, newFolder: () => string): Record<string, Uint8Array> {
  const changes = {
    "a trigger": "CREATE TRIGGER t AFTER INSERT ON outbox BEGIN DELETE FROM requests; END",
    "a view": "CREATE VIEW v AS SELECT * FROM requests",
    "a foreign table": "CREATE TABLE more (words TEXT)",
    "a foreign column": "ALTER TABLE requests ADD COLUMN more TEXT",
    "a foreign index": "CREATE UNIQUE INDEX one_name ON requests (name, id)",
    "a table less": "DROP TABLE history",
    "a newer version": "PRAGMA user_version = 99",
  };
  return Object.fromEntries(
    Object.entries(changes).map(([name, change]) => {
      const file = join(newFolder(), "hostile.db");
      copyFileSync(copy, file);
      const database = new DatabaseSync(file);
      database.exec(change);
      database.close();
      return [name, readFileSync(file)];
    }),
  );
}

async function tryBadSources(copy: string, newFolder: () => string, newStore: NewStore) {
  const accepted: string[] = [];
  const expectRefused = async (source: string, name: "backup" | "restore", argument: string, settings: Variables) => {
    if ((await runCommand(name, argument, settings, newFolder())).code !== 1) accepted.push(source);
  };
  const bytes = readFileSync(copy);
  const badCopies: Record<string, Uint8Array> = {
    "half a copy": bytes.subarray(0, bytes.length / 2),
    "a copy without its last byte but one": bytes.subarray(0, bytes.length - 30),
    "an empty copy": new Uint8Array(),
    words: Buffer.from("words\n"),
    "another's JSON": Buffer.from('{"a":1}\n{"b":[]}\n'),
    ...hostileDatabases(copy, newFolder),
  };
  const target = await newStore();
  await runCommand("restore", copy, target, newFolder());
  const before = await referencesByEmail(target);
  for (const [source, content] of Object.entries(badCopies)) {
    const file = join(newFolder(), "strange.db");
    writeFileSync(file, content);
    await expectRefused(source, "restore", file, target);
  }
  await expectRefused("no copy at all", "restore", join(newFolder(), "none.db"), target);
  await expectRefused("a store that holds nothing", "backup", newFolder(), await newStore());
  if ((await referencesByEmail(target)).size !== before.size) accepted.push("something was replaced");
  return { tried: Object.keys(badCopies).length + 2, accepted };
}
