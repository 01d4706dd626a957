import { parseArgs } from "node:util";
import { buildIfChanged } from "../../src/build/build-if-changed.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readBuildSettings } from "../../src/settings/settings.ts";
import { listBuiltPaths } from "./bench-site.ts";
import { log, type Options, print, type Row } from "./report.ts";

/** Measurements that load the machine come last. */
const parts = ["bytes", "pages", "first-second", "navigation", "load"] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "5" }, pages: { type: "string" }, beside: { type: "string" } },
});
const unknown = positionals.find((name) => !parts.some((part) => part === name));
if (unknown) {
  console.error(`There is no "${unknown}" to measure; there are ${parts.join(", ")}.`);
  process.exit(1);
}

if (!buildIfChanged(readBuildSettings(loadEnvironment()))) process.exit(1);
const options: Options = {
  runs: Number(values.runs),
  pages: values.pages?.split(",") ?? listBuiltPaths(),
  beside: values.beside?.replace(/\/$/, ""),
};
const rows: Row[] = [];
for (const part of parts.filter((name) => positionals.length === 0 || positionals.includes(name))) {
  log(`-- ${part}`);
  const { measure }: { measure: (options: Options) => Promise<Row[]> } = await import(`./${part}.ts`);
  try {
    rows.push(...(await measure(options)));
  } catch (error) {
    console.error(error);
    log(`${part} is not measured. Is everything there? npm ci --prefix tools --ignore-scripts, and Debian's caddy`);
    process.exitCode = 1;
  }
}
if (rows.length) print(rows);
