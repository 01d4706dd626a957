import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { openPlainStore } from "../../../tests/kit/open-store.ts";
import { sampleSubmission } from "../../../tests/kit/sample-request.ts";
import { temporaryFolder } from "../../../tests/kit/temporary-folder.ts";
import { openSqliteReader } from "./sqlite-reader.ts";

/** Lists the files of a folder that this process has open. */
function openFiles(folder: string): string[] {
  return readdirSync("/proc/self/fd").flatMap((name) => {
    try {
      const file = readlinkSync(`/proc/self/fd/${name}`);
      return file.startsWith(folder) ? [file] : [];
    } catch {
      return []; // It was closed in the meantime.
    }
  });
}

it.runIf(existsSync("/proc/self/fd"))("The reader leaves no file open, whether it could read or not", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "requests.db");
  const store = openPlainStore(file);
  await store.save(sampleSubmission());
  await store.close();

  const reader = openSqliteReader(file);
  expect(openFiles(folder)).toContain(file);
  await reader.close();
  expect(openFiles(folder)).toEqual([]);

  const database = new DatabaseSync(file);
  database.exec("PRAGMA user_version = 99");
  database.close();
  expect(() => openSqliteReader(file)).toThrow("newer version");
  expect(openFiles(folder)).toEqual([]);
});
