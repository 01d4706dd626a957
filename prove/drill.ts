import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { endpoint } from "../consultations/request.ts";
import { sampleEmail, sampleRequest } from "../consultations/sample-request.ts";
import { readSettings } from "../consultations/settings.ts";
import { everyRequest } from "../consultations/store/every-request.ts";
import { openReader } from "../server/backend.ts";
import { startPostgresServer } from "../supabase/local/postgres-server.ts";
import { ask, count } from "./ask.ts";
import { type Figure, type Options, type Prove, scaled } from "./figure.ts";
import { startSite } from "./site.ts";

type Variables = Record<string, string>;

/** Copies of a working site, and sites of the copies, as the manual has it. */
export const prove: Prove = async (options) => {
  const root = mkdtempSync(join(tmpdir(), "drill-"));
  let number = 0;
  const newFolder = () => {
    const folder = join(root, `folder-${++number}`);
    mkdirSync(folder, { mode: 0o700 });
    return folder;
  };
  const postgres = await startPostgresServer();
  try {
    return [
      ...(await drill("a file", newFolder, async () => ({ DATA_DIR: newFolder() }), options)),
      ...(await drill(
        "PostgreSQL",
        newFolder,
        async () => ({ DATA_DIR: newFolder(), DATABASE_URL: await postgres.createDatabase() }),
        options,
      )),
    ];
  } finally {
    await postgres.stop();
    rmSync(root, { recursive: true });
  }
};

async function drill(
  name: string,
  newFolder: () => string,
  newStore: () => Promise<Variables>,
  options: Options,
): Promise<Figure[]> {
  const own = await newStore();
  const site = await startSite({ ...own, RATE_LIMIT: "off" });
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const acknowledged = new Map<string, string>();
  const copies: { file: string; before: string[] }[] = [];
  let working = true;

  async function work(start: number) {
    for (let at = start; working; at += 4) {
      const email = sampleEmail(at);
      const headers = { "content-type": "application/json" };
      const body = JSON.stringify({ ...sampleRequest, email });
      const answer = await ask({ port: site.port, method: "POST", path: endpoint, headers, body, agent });
      if (answer.status === 200) acknowledged.set(JSON.parse(answer.text).reference, email);
      await pause(10);
    }
  }

  const visitors = [0, 1, 2, 3].map(work);
  const wrong: string[] = [];
  try {
    while (acknowledged.size < 50) await pause(20);
    for (let round = 0; round < scaled(10, options, 2); round++) {
      const before = [...acknowledged.keys()];
      const folder = newFolder();
      const { code, said } = await run("backup", folder, own, newFolder());
      const [copy = "none", ...others] = readdirSync(folder);
      if (code !== 0 || others.length) wrong.push(`a copy ended with ${code}: ${said}`);
      if ((statSync(join(folder, copy)).mode & 0o777) !== 0o600) wrong.push("a copy that others can read");
      copies.push({ file: join(folder, copy), before });
    }
    const used = await run("restore", copies[0]?.file ?? "", own, newFolder());
    if (used.code !== 1) wrong.push(`restored under a running server: ${used.said}`);
  } finally {
    working = false;
    await Promise.all(visitors);
    agent.destroy();
    await site.stop();
  }

  let missing = 0;
  let changed = 0;
  for (const { file, before } of copies) {
    const target = await newStore();
    const { code, said } = await run("restore", file, target, newFolder());
    if (code !== 0) wrong.push(`a restore ended with ${code}: ${said}`);
    const back = await emails(target);
    missing += before.filter((reference) => !back.has(reference)).length;
    changed += before.filter(
      (reference) => back.has(reference) && back.get(reference) !== acknowledged.get(reference),
    ).length;
  }

  const refused = await refusals(copies.at(-1)?.file ?? "", newFolder, newStore);
  for (const one of [...wrong, ...refused.taken].slice(0, 8)) options.log(one);
  return [
    {
      promise: `A copy of a working site with ${name} holds all that was acknowledged before it was begun`,
      how: "npm run backup beside posts, settings from .env, each copy restored onto an empty machine",
      figure: `${copies.length} copies, up to ${count(copies.at(-1)?.before.length ?? 0)} acknowledged before, ${missing} missing, ${changed} changed, ${wrong.length} wrong`,
      holds: missing + changed + wrong.length === 0 && (copies.at(-1)?.before.length ?? 0) >= 50,
    },
    {
      promise: `With ${name}, an empty or strange source is refused, and nothing is replaced by it`,
      how: "Copies cut short, of other kinds, of nothing; a restore under a running server",
      figure: `${refused.tried} tried, ${refused.taken.length} taken`,
      holds: refused.taken.length === 0,
    },
  ];
}

/** With its settings in .env alone, as a cron line has them. */
function run(command: "backup" | "restore", argument: string, settings: Variables, cwd: string) {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(cwd, ".env"), lines.join(""), { mode: 0o600 });
  return new Promise<{ code: number; said: string }>((done) => {
    const script = resolve(`commands/${command}.ts`);
    execFile(process.execPath, [script, argument], { cwd, env: { PATH: process.env.PATH } }, (error, out, problem) =>
      done({ code: error ? Number(error.code) : 0, said: out + problem }),
    );
  });
}

async function emails(settings: Variables): Promise<Map<string, string>> {
  const reader = openReader(readSettings(settings));
  try {
    const found = new Map<string, string>();
    for await (const { reference, email } of everyRequest(reader)) found.set(reference, email);
    return found;
  } finally {
    await reader.close();
  }
}

async function refusals(copy: string, newFolder: () => string, newStore: () => Promise<Variables>) {
  const taken: string[] = [];
  const expectRefused = async (what: string, command: "backup" | "restore", argument: string, settings: Variables) => {
    if ((await run(command, argument, settings, newFolder())).code !== 1) taken.push(what);
  };
  const ending = copy.slice(copy.lastIndexOf("."));
  const bytes = readFileSync(copy);
  const strange: Record<string, Uint8Array> = {
    "half a copy": bytes.subarray(0, bytes.length / 2),
    "a copy without its last byte but one": bytes.subarray(0, bytes.length - 30),
    "an empty copy": new Uint8Array(),
    words: Buffer.from("words\n"),
    "another's JSON": Buffer.from('{"a":1}\n{"b":[]}\n'),
  };
  const target = await newStore();
  await run("restore", copy, target, newFolder());
  const before = await emails(target);
  for (const [what, content] of Object.entries(strange)) {
    const file = join(newFolder(), `strange${ending}`);
    writeFileSync(file, content);
    await expectRefused(what, "restore", file, target);
  }
  await expectRefused("no copy at all", "restore", join(newFolder(), `none${ending}`), target);
  await expectRefused("a store that holds nothing", "backup", newFolder(), await newStore());
  if ((await emails(target)).size !== before.size) taken.push("something was replaced");
  return { tried: Object.keys(strange).length + 2, taken };
}
