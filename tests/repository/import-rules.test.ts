import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

/** The import directions the linter enforces, each with a line that breaks it. */
const forbidden: [file: string, line: string][] = [
  ["site/parts/part.tsx", 'import { openContent } from "../../studio/content.ts";'],
  ["site/parts/part.tsx", 'import { Facts } from "../pages/treatment/facts.tsx";'],
  ["site/pages/home/part.tsx", 'import { Facts } from "../treatment/facts.tsx";'],
  ["site/pages/home/part.tsx", 'import { createHandler } from "../../../consultations/handler.ts";'],
  ["site/pages/home/part.tsx", 'import { readFileSync } from "node:fs";'],
  ["site/browser/part.ts", 'import { openContent } from "../../studio/content.ts";'],
  ["site/browser/part.ts", 'import { Home } from "../pages/home/home.tsx";'],
  ["studio/part.ts", 'import { Icon } from "../../src/site/parts/icon.tsx";'],
  ["consultations/part.ts", 'import { slugs } from "../studio/slugs.ts";'],
  ["consultations/part.ts", 'import { readFileSync } from "node:fs";'],
  ["consultations/part.ts", 'import { startHome } from "../kit/hosted-stack.ts";'],
  ["consultations/part.ts", 'import { startRelay } from "../reliability/smtp-relay.ts";'],
  ["consultations/store/part.ts", 'import { migrate } from "../../supabase/migrate.ts";'],
  ["consultations/store/part.ts", 'import { createDisk } from "../../prove/simulation/disk.ts";'],
  ["consultations/part.ts", 'import { createDesk } from "../../src/desk/desk.tsx";'],
  ["consultations/store/part.ts", 'import { createDesk } from "../../desk/desk.tsx";'],
  ["desk/part.ts", 'import { openSqliteStore } from "../../src/requests/store/sqlite.ts";'],
  ["desk/part.ts", 'import { openStore } from "../../src/server/backend.ts";'],
  ["desk/part.ts", 'import { readFileSync } from "node:fs";'],
  ["desk/views/part.tsx", 'import { Icon } from "../../site/parts/icon.tsx";'],
  ["editor/browser/part.ts", 'import { readContent } from "../../studio/read.ts";'],
  ["editor/browser/fields/part.tsx", 'import { openEditor } from "../../editor.ts";'],
  ["editor/browser/part.ts", 'import { readFileSync } from "node:fs";'],
  ["src/requests/request.ts", 'import { startOutbox } from "./outbox.ts";'],
];

const allowed: [file: string, line: string][] = [
  ["site/parts/part.tsx", 'import { Icon } from "./icon.tsx";'],
  ["site/pages/home/part.tsx", 'import { bounds } from "../../../consultations/request.ts";'],
  ["site/pages/home/part.tsx", 'import { Icon } from "../../parts/icon.tsx";'],
  ["site/browser/part.ts", 'import { ConsultationForm } from "../pages/contact/consultation-form.tsx";'],
  ["desk/part.ts", 'import type { Store } from "../../src/requests/store/store.ts";'],
  ["editor/browser/fields/part.tsx", 'import type { Form } from "../../shapes.ts";'],
  ["server/part.ts", 'import { readFileSync } from "node:fs";'],
  ["prove/part.ts", 'import { createHandler } from "../../src/requests/handler.ts";'],
];

let project = "";
let lintOutput = "";

/** A house of the same rooms, in which each line is a file of its own. */
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), "rooms-"));
  const rules = JSON.parse(readFileSync("biome.json", "utf8"));
  writeFileSync(join(project, "biome.json"), JSON.stringify({ ...rules, $schema: undefined, vcs: { enabled: false } }));
  for (const [file, line] of [...forbidden, ...allowed]) {
    const path = join(project, filePathFor(file, line));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, `${line}\n`);
  }
  const biome = resolve("node_modules/@biomejs/biome/bin/biome");
  const args = [biome, "lint", "--only=style/noRestrictedImports", "--reporter=github", "--max-diagnostics=none"];
  lintOutput = spawnSync(process.execPath, args, { cwd: project, encoding: "utf8" }).stdout;
});
afterAll(() => rmSync(project, { recursive: true }));

describe("a room's walls", () => {
  test.each(forbidden)("%s may not hold: %s", (file, line) => {
    expect(lintOutput).toContain(`file=${join(project, filePathFor(file, line))}`);
  });

  test.each(allowed)("%s may hold: %s", (file, line) => {
    expect(lintOutput).not.toContain(`file=${join(project, filePathFor(file, line))}`);
  });
});

/** request.ts has rules of its own, so it keeps its name. */
function filePathFor(file: string, line: string) {
  const at = [...forbidden, ...allowed].findIndex((entry) => entry[0] === file && entry[1] === line);
  return file.replace(/part(?=\.)/, `part-${at}`);
}
