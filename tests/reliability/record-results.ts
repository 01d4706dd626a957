import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { fileURLToPath } from "node:url";
import type { Result } from "./result.ts";

type Run = { date: string; revision: string; seed: number; machine: string; seconds: number; figures: Result[] };

const dataFile = fileURLToPath(new URL("../../docs/reliability.json", import.meta.url));
const reportFile = fileURLToPath(new URL("../../docs/reliability.md", import.meta.url));

/** Stores the last figures of each part, and writes docs/reliability.md from all of them, in the order of the parts. */
export function recordResults(
  part: string,
  { seed, seconds, figures }: Pick<Run, "seed" | "seconds" | "figures">,
  order: string[],
): void {
  const runs: Record<string, Run> = existsSync(dataFile) ? JSON.parse(readFileSync(dataFile, "utf8")) : {};
  runs[part] = {
    date: new Date().toISOString().slice(0, 10),
    revision: execFileSync("git", ["rev-parse", "--short", "HEAD"], { encoding: "utf8" }).trim(),
    seed,
    machine: `${process.platform} ${process.arch}, ${cpus().length} cores, Node ${process.versions.node}`,
    seconds,
    figures,
  };
  writeFileSync(dataFile, `${JSON.stringify(runs, null, 2)}\n`);
  writeFileSync(reportFile, `${[opening, ...order.flatMap((name) => section(name, runs[name]))].join("\n")}`);
}

const opening = `# What is promised, and the last test of it

A visitor is thanked only after the consultation request is on disk, and the request is emailed to the owner however long
the mail server is down. \`npm run prove\` attacks that promise and writes this page, so edits here are overwritten.
\`npm run prove -- kills\` repeats one part, \`--seed\` repeats its random choices, and \`npm test\` includes a short run of
four parts.
`;

const verdicts = { true: "yes", false: "**no**", "not run": "not run" };

function section(part: string, run: Run | undefined): string[] {
  if (!run) return [];
  const { date, revision, seed, machine, seconds, figures } = run;
  const rows = figures.map(({ claim, method, measured, passed }) => [claim, method, measured, verdicts[`${passed}`]]);
  return [
    `## ${part[0]?.toUpperCase()}${part.slice(1)}

${date}, revision ${revision}, seed ${seed}, ${machine}, ${Math.round(seconds)} s.

| Promise | Attack | Last figures | Holds |
|---|---|---|---|
${rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`).join("\n")}
`,
  ];
}
