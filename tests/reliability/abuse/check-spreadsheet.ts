import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fields } from "../../../src/requests/request.ts";
import type { StoredRequest } from "../../../src/requests/store/stored-request.ts";
import type { Options, Result } from "../result.ts";
import { runProcess } from "../run-process.ts";

const filter = "Text - txt - csv (StarCalc)";

/** LibreOffice opens the export and writes it again with formulas, so a cell that was executed has another text. */
export async function checkSpreadsheet(
  csv: string,
  stored: StoredRequest[],
  folder: string,
  { log }: Options,
): Promise<Result> {
  const claim = "A spreadsheet shows the export as text and runs none of it";
  const method = "The export opened by LibreOffice at commas, and at semicolons as a European Excel would";
  writeFileSync(join(folder, "export.csv"), csv);
  const open = async (separator: number) => {
    const out = join(folder, String(separator));
    const args = [
      "--headless",
      `-env:UserInstallation=file://${folder}/profile`,
      `--infilter=${filter}:${separator},34,76,1,,1033,false,false,false`,
      "--convert-to",
      `csv:${filter}:44,34,76,1,,0,true,true,true`,
      "--outdir",
      out,
      join(folder, "export.csv"),
    ];
    await runProcess("soffice", args);
    const written = join(out, "export.csv");
    return existsSync(written) ? parseCsv(readFileSync(written, "utf8")) : null;
  };
  const byComma = await open(44);
  const bySemicolon = await open(59);
  if (!byComma || !bySemicolon) return { claim, method, measured: "LibreOffice is not installed", passed: "not run" };
  const rows = new Map(byComma.map((cells) => [cells[0], cells]));
  const changedCells = stored.flatMap((request) =>
    fields.flatMap((field, index) => {
      const shown = rows.get(request.reference)?.[5 + index];
      return shown !== undefined && normaliseCell(shown) === normaliseCell(request[field])
        ? []
        : [`${JSON.stringify(request[field]).slice(0, 80)} became ${JSON.stringify(shown)?.slice(0, 80)}`];
    }),
  );
  const formulas = [...byComma, ...bySemicolon].flat().filter((cell) => /^=/.test(cell));
  for (const problem of [...changedCells.slice(0, 6), ...formulas.slice(0, 3)]) log(problem);
  return {
    claim,
    method,
    measured: `${stored.length} rows, ${changedCells.length} cells changed, ${formulas.length} formulas`,
    passed: changedCells.length === 0 && formulas.length === 0 && byComma.length === stored.length + 1,
  };
}

/** Removes the prefix that the export puts before formulas, and characters that a cell cannot hold. */
const normaliseCell = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\P{Cc}\n]|'/gu, "")
    .trim();

function parseCsv(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, bare, end] of csv.matchAll(/(?:"((?:[^"]|"")*)"|([^,\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? bare ?? "");
    if (end !== ",") {
      rows.push(row);
      row = [];
    }
  }
  return rows.filter((cells) => cells.length > 1);
}
