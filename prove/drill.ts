import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { openReader } from "../server/backend.ts";
import { bareEnvironment } from "../server/bare-environment.ts";
import { readSettings } from "../settings/settings.ts";
import { startPostgresServer } from "../supabase/local/postgres-server.ts";
import { count } from "./ask.ts";
import { type Figure, type Options, type Prove, scaled } from "./figure.ts";
import { run } from "./run.ts";
import { startSite } from "./site.ts";
import { readAll, until } from "./started-server.ts";
import { startVisitors } from "./visitors.ts";

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
  const visitors = startVisitors(() => site.origin, { connections: 4, rest: 10 });
  const { thanked } = visitors;
  const copies: { file: string; before: string[] }[] = [];
  const wrong: string[] = [];
  try {
    await until(() => thanked.size >= 50, 60);
    for (let round = 0; round < scaled(10, options); round++) {
      const before = [...thanked.keys()];
      const folder = newFolder();
      const { code, said } = await command("backup", folder, own, newFolder());
      const [copy = "none", ...others] = readdirSync(folder);
      if (code !== 0 || others.length) wrong.push(`a copy ended with ${code}: ${said}`);
      if ((statSync(join(folder, copy)).mode & 0o777) !== 0o600) wrong.push("a copy that others can read");
      copies.push({ file: join(folder, copy), before });
    }
    const used = await command("restore", copies[0]?.file ?? "", own, newFolder());
    if (used.code !== 1) wrong.push(`restored under a running server: ${used.said}`);
  } finally {
    await visitors.leave();
    await site.stop();
  }

  let missing = 0;
  let changed = 0;
  for (const { file, before } of copies) {
    const target = await newStore();
    const { code, said } = await command("restore", file, target, newFolder());
    if (code !== 0) wrong.push(`a restore ended with ${code}: ${said}`);
    const back = await emails(target);
    missing += before.filter((email) => !back.has(email)).length;
    changed += before.filter((email) => thanked.get(email) && back.get(email) !== thanked.get(email)).length;
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
async function command(name: "backup" | "restore", argument: string, settings: Variables, cwd: string) {
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(cwd, ".env"), lines.join(""), { mode: 0o600 });
  const script = resolve(`commands/${name}.ts`);
  const { code, stdout, stderr } = await run(process.execPath, [script, argument], {
    cwd,
    env: bareEnvironment,
  });
  return { code, said: stdout + stderr };
}

/** Each request's reference, by the address it came from. */
async function emails(settings: Variables): Promise<Map<string, string>> {
  const reader = openReader(readSettings(settings));
  try {
    return new Map((await readAll(reader)).map(({ email, reference }) => [email, reference]));
  } finally {
    await reader.close();
  }
}

async function refusals(copy: string, newFolder: () => string, newStore: () => Promise<Variables>) {
  const taken: string[] = [];
  const expectRefused = async (what: string, name: "backup" | "restore", argument: string, settings: Variables) => {
    if ((await command(name, argument, settings, newFolder())).code !== 1) taken.push(what);
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
  await command("restore", copy, target, newFolder());
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
