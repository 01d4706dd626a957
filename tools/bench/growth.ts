import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { writeProject } from "./project-copy.ts";
import { log, type Options, type Row } from "./report.ts";

const sizes = [19, 190, 1900];

/** Goal 7: a full build of a project with ten and a hundred times the treatments, in a temporary folder. */
export async function measure({ smallest }: Options): Promise<Row[]> {
  const rows: Row[] = [];
  if (smallest) {
    const built = await build(undefined, true);
    return [{ goal: "7 build", ours: formatCost(built), target: "any", ok: true }];
  }
  const cold = await build(19, false);
  rows.push({
    goal: "7 build, 19 treatments, no picture cache",
    ours: formatCost(cold),
    target: "< 90 s",
    ok: cold.seconds < 90,
  });
  let before: BuildCost | undefined;
  for (const size of sizes) {
    const built = await build(size, true);
    if (before) rows.push(...growthRows(size, before, built));
    else
      rows.push({ goal: "7 build, 19 treatments", ours: formatCost(built), target: "< 20 s", ok: built.seconds < 20 });
    before = built;
  }
  return rows;
}

interface BuildCost {
  seconds: number;
  /** The CPU time of all cores, which other work on the machine does not change. */
  worked: number;
  megabytes: number;
}

const formatCost = ({ seconds, worked, megabytes }: BuildCost) =>
  `${seconds.toFixed(1)} s (processor ${worked.toFixed(1)} s), ${megabytes} MB`;

function growthRows(size: number, before: BuildCost, after: BuildCost): Row[] {
  const row = (goal: string, unit: keyof BuildCost, name: string): Row => {
    const ratio = after[unit] / before[unit];
    const format = (built: BuildCost) => `${Math.round(built[unit])} ${name}`;
    return {
      goal,
      ours: format(after),
      reference: `a tenth: ${format(before)}`,
      ratio,
      target: "≤ 10 ×",
      ok: ratio <= 10,
    };
  };
  return [
    row(`7 processor time, ${size} treatments`, "worked", "s"),
    row(`7 peak memory, ${size} treatments`, "megabytes", "MB"),
  ];
}

async function build(size: number | undefined, warm: boolean): Promise<BuildCost> {
  const { folder, content } = writeProject(size, warm);
  try {
    const start = performance.now();
    const timed = `TIMEFORMAT="%U %S"; time "${process.execPath}" src/build/build.ts`;
    const child = spawn("bash", ["-c", timed], {
      cwd: folder,
      env: { ...process.env, CONTENT_DIR: content, BUILD_DIR: "build" },
      stdio: ["ignore", size ? "inherit" : "ignore", "pipe"],
    });
    let stderr = "";
    child.stderr.on("data", (text) => {
      stderr += text;
    });
    process.once("exit", () => child.kill());
    let peak = 0;
    const watch = setInterval(() => {
      peak = Math.max(peak, processTreeMemory(child.pid ?? 0));
    }, 250);
    const code = await new Promise((done) => child.once("exit", done));
    clearInterval(watch);
    if (code !== 0) throw new Error(`The build of ${size ?? "the fewest"} treatments failed:\n${stderr}`);
    const worked = (stderr.trim().split("\n").at(-1) ?? "").split(" ").reduce((sum, part) => sum + Number(part), 0);
    const built = { seconds: (performance.now() - start) / 1000, worked, megabytes: Math.round(peak / 1024) };
    log(`${size ?? "the fewest"} treatments${warm ? "" : ", no picture cache"}: ${formatCost(built)}`);
    return built;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Adds the memory of a process and its descendants, in kilobytes. */
function processTreeMemory(ancestor: number) {
  const { stdout } = spawnSync("ps", ["-eo", "pid=,ppid=,rss="], { encoding: "utf8" });
  const all = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const processTree = new Set([ancestor]);
  let sum = 0;
  // Process ids grow, so parents are listed before their children.
  for (const [pid = 0, parent = 0, size = 0] of all) {
    if (!processTree.has(parent) && pid !== ancestor) continue;
    processTree.add(pid);
    sum += size;
  }
  return sum;
}
