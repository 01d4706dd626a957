import { parseArgs } from "node:util";
import { buildRevision } from "../shots/build-revision.ts";
import { log, NotInstalled, type Options, print, type Row } from "./report.ts";

/** The order is that of the goals; measurements that load the machine come last. */
const parts = [
  "bytes",
  "pages",
  "first-second",
  "navigation",
  "form",
  "serving",
  "counting",
  "requests",
  "servers",
  "growth",
  "publishing",
] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: "string", default: "5" },
    pages: { type: "string" },
    beside: { type: "string" },
    against: { type: "string" },
    smallest: { type: "boolean", default: false },
  },
});
const unknown = positionals.find((name) => !parts.some((part) => part === name));
if (unknown) {
  console.error(`There is no "${unknown}" to measure; there are ${parts.join(", ")}.`);
  process.exit(1);
}

const { smallest } = values;
const before = values.against ? await buildRevision(values.against) : undefined;
const options: Options = {
  runs: smallest ? 1 : Number(values.runs),
  only: smallest ? ["/"] : values.pages?.split(","),
  compareUrl: before?.origin ?? values.beside,
  smallest,
};
const rows: Row[] = [];
for (const part of parts.filter((name) => positionals.length === 0 || positionals.includes(name))) {
  log(`-- ${part}`);
  const { measure }: { measure: (options: Options) => Promise<Row[]> } = await import(`./${part}.ts`);
  try {
    rows.push(...(await measure(options)));
  } catch (error) {
    if (!(error instanceof NotInstalled)) throw error;
    log(error.message);
    process.exitCode = 1;
  }
}
await before?.stop();
if (rows.length) print(rows);
