import { type ChildProcess, execFileSync, fork, spawnSync } from "node:child_process";
import { hash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { setPriority, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { findQuickChromium } from "../../tests/kit/find-chromium.ts";
import { listMutations, type Mutation } from "./mutations.ts";
import { traceTests } from "./nearest-tests.ts";

const usage = "npm run mutants -- FOLDER|FILE... [--sample 40] [--seed 1] [--minutes 10] [--tests 5]";
const { values: asked, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: "string", default: "40" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "10" },
    /** The number of test files to run on a mutant, nearest first. */
    tests: { type: "string", default: "5" },
  },
});
if (!positionals.length) {
  console.error(usage);
  process.exit(1);
}
setPriority(10);

/** Files that only a browser can test, by how their names begin, with the journeys to run instead of unit tests. */
const journeys: [name: string, specs: string[]][] = [
  ["bottom-bar", ["preferences"]],
  ["form-island", ["form.spec", "form-treatment"]],
  ["hydrate-form", ["form.spec"]],
  ["loader", ["form.spec", "menu"]],
  ["menu", ["menu"]],
  ["navigation", ["navigation", "prefetch", "form-treatment", "keyboard"]],
  ["page-cache", ["prefetch", "navigation"]],
  ["prefetch", ["prefetch", "form.spec"]],
];

type Mutant = Mutation & { file: string };
type Outcome = { result: "killed" | "survived" | "timeout" | "untested"; by: string };

const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((file) => file && existsSync(file));
const sources = new Map(
  files.filter((file) => /\.(ts|tsx|mjs)$/.test(file)).map((file) => [file, readFileSync(file, "utf8")]),
);
const { isTestKit, nearestTests } = traceTests(sources);

const deadline = Date.now() + Number(asked.minutes) * 60_000;
const folder = copyProject();
const durations = new Map<string, number | null>();
/** The test that killed the last mutant of a file, which is tried first on the next. */
const killers = new Map<string, string>();
/** How many mutants each test has killed. */
const kills = new Map<string, number>();
let runner: ChildProcess | undefined;
const outcomes: (Mutant & Outcome)[] = [];
const mutants = sample(positionals.flatMap(mutantsIn), Number(asked.sample), Number(asked.seed));
try {
  for (const [index, mutant] of mutants.entries()) {
    if (Date.now() > deadline) break;
    const outcome = await tryMutant(mutant);
    outcomes.push({ ...mutant, ...outcome });
    console.log(`${index + 1}/${mutants.length} ${outcome.result} ${mutant.file}:${mutant.line} ${outcome.by}`);
    if (outcome.result === "survived" || outcome.result === "untested") console.log(difference(mutant));
  }
} finally {
  stopRunner();
  rmSync(folder, { recursive: true, force: true });
}
report();

function mutantsIn(place: string): Mutant[] {
  const wanted = [...sources.keys()].filter(
    (file) => file === place || file.startsWith(`${place.replace(/\/$/, "")}/`),
  );
  if (!wanted.length) throw new Error(`There is no source at ${place}. ${usage}`);
  return wanted
    .filter((file) => !file.endsWith(".d.ts") && !isTestKit(file))
    .flatMap((file) => listMutations(file, sources.get(file) ?? "").map((mutation) => ({ ...mutation, file })));
}

/** The same seed chooses the same mutants, also after other lines were changed. */
function sample(all: Mutant[], count: number, seed: number): Mutant[] {
  const drawn = all.map((mutant) => ({ mutant, at: hash("sha1", `${seed} ${mutant.file} ${difference(mutant)}`) }));
  return drawn
    .sort((a, b) => (a.at < b.at ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

/** Copies the project, so that the working tree is never changed, whatever happens to this process. */
function copyProject() {
  const copy = mkdtempSync(join(tmpdir(), "mutants-"));
  // Some tests start a database as another user, who needs access to the folder.
  chmodSync(copy, 0o755);
  for (const file of files) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(file, join(copy, file));
  }
  for (const cache of [".cache/pictures", ".cache/cards"])
    if (existsSync(cache)) cpSync(cache, join(copy, cache), { recursive: true });
  symlinkSync(join(process.cwd(), "node_modules"), join(copy, "node_modules"), "junction");
  return copy;
}

async function tryMutant({ file, start, end, text }: Mutant): Promise<Outcome> {
  const source = sources.get(file) ?? "";
  const mutated = source.slice(0, start) + text + source.slice(end);
  const specs = journeys.find(([name]) => file.startsWith(`src/site/browser/${name}.`))?.[1];
  const tried: string[] = [];
  try {
    if (specs) {
      writeFileSync(join(folder, file), mutated);
      return runJourneys(specs);
    }
    for (const test of chooseTests(file)) {
      writeFileSync(join(folder, file), source);
      const usual = await timeUnchanged(test, file);
      if (usual === null) continue;
      writeFileSync(join(folder, file), mutated);
      const answer = await run(test, file, 20 + 5 * usual);
      if (!answer) return { result: "timeout", by: test };
      if (answer.reason) {
        killers.set(file, test);
        kills.set(test, (kills.get(test) ?? 0) + 1);
        return { result: "killed", by: answer.reason };
      }
      tried.push(test);
    }
    return { result: tried.length ? "survived" : "untested", by: tried.join(", ") };
  } finally {
    writeFileSync(join(folder, file), source);
  }
}

/** The test that killed last here, the nearest ones, and of those further away the two that have killed most. */
function chooseTests(file: string): Set<string> {
  const all = nearestTests(file);
  const count = Number(asked.tests);
  const further = all.slice(count).filter((test) => kills.has(test));
  const deadliest = further.sort((a, b) => (kills.get(b) ?? 0) - (kills.get(a) ?? 0)).slice(0, 2);
  return new Set([killers.get(file), ...all.slice(0, count), ...deadliest].filter((test) => test !== undefined));
}

/** Measures a test file on the unchanged source. Returns null if it fails there, since it then proves nothing. */
async function timeUnchanged(test: string, file: string): Promise<number | null> {
  const known = durations.get(test);
  if (known !== undefined) return known;
  const answer = await run(test, file, 300);
  const seconds = answer && !answer.reason ? answer.seconds : null;
  if (seconds === null)
    console.log(`left out, as it does not pass on the unchanged source: ${test} (${answer?.reason})`);
  durations.set(test, seconds);
  return seconds;
}

/** Returns undefined on a timeout. The runner is then killed, since an endless loop cannot be asked to stop. */
async function run(test: string, changed: string, seconds: number) {
  const child = runner ?? (await startRunner());
  return new Promise<{ reason: string | null; seconds: number } | undefined>((resolve) => {
    const done = (answer?: { reason: string | null; seconds: number }) => {
      clearTimeout(timer);
      child.removeAllListeners();
      if (!answer) stopRunner();
      resolve(answer);
    };
    const timer = setTimeout(done, seconds * 1000);
    child.once("message", done);
    child.once("exit", () => done());
    child.send({ test, changed });
  });
}

async function startRunner() {
  const child = fork(join(folder, "tools/mutants/runner.ts"), { cwd: folder, detached: true, stdio: "ignore" });
  await new Promise((resolve, reject) => {
    child.once("message", resolve);
    child.once("exit", (status) => reject(new Error(`The test runner ended with ${status}`)));
  });
  child.removeAllListeners();
  runner = child;
  return child;
}

function stopRunner() {
  const pid = runner?.pid;
  runner = undefined;
  if (!pid) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

function runJourneys(specs: string[]): Outcome {
  const settings = { CHROMIUM_PATH: findQuickChromium(), TEST_OUTPUT: join(folder, ".cache") };
  const second = { CONTENT_DIR: "tests/example-studio", BUILD_DIR: ".cache/example-studio" };
  const execute = (env: Record<string, string>, ...args: string[]) =>
    spawnSync(process.execPath, args, {
      cwd: folder,
      encoding: "utf8",
      timeout: 300_000,
      env: { ...process.env, ...env },
    });
  const built = execute(second, "src/build/build-if-changed.ts");
  if (built.status !== 0) return { result: "killed", by: "the build" };
  const cli = "node_modules/@playwright/test/cli.js";
  const { status, stdout } = execute(
    settings,
    cli,
    "test",
    "-x",
    "--retries=0",
    "--timeout=20000",
    "--reporter=line",
    ...specs,
  );
  if (status === null) return { result: "timeout", by: specs.join(", ") };
  return status === 0
    ? { result: "survived", by: specs.join(", ") }
    : { result: "killed", by: /^ *1\) (.*?)[ ─]*$/m.exec(stdout)?.[1] ?? "" };
}

function difference({ file, start, end, text }: Mutant) {
  const source = sources.get(file) ?? "";
  const from = source.lastIndexOf("\n", start - 1) + 1;
  const to = source.indexOf("\n", end);
  const before = source.slice(from, to);
  const after = source.slice(from, start) + text + source.slice(end, to);
  const marked = (sign: string, lines: string) => lines.replaceAll(/^/gm, `    ${sign} `);
  return `${marked("-", before)}\n${marked("+", after)}`;
}

function report() {
  console.log(`\nseed ${asked.seed}, ${outcomes.length} of a sample of ${mutants.length}`);
  const rows = Object.groupBy(outcomes, ({ file }) => dirname(file));
  for (const [name, all = []] of [...Object.entries(rows).sort(), ["all", outcomes] as const]) {
    const count = (...results: Outcome["result"][]) => all.filter(({ result }) => results.includes(result)).length;
    const stopped = count("killed", "timeout");
    const percent = all.length ? Math.round((100 * stopped) / all.length) : 0;
    console.log(
      `${name}: ${percent} % (${count("killed")} killed, ${count("timeout")} timeouts, ${count("survived")} survived, ${count("untested")} without a test)`,
    );
  }
}
