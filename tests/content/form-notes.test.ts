import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readNotes } from "../../src/editor/formats/content-file.ts";
import { loadEnvironment } from "../../src/settings/load.ts";
import { readFolders } from "../../src/settings/settings.ts";

test("no note in the forms of the editor needs the files to be understood", () => {
  const { contentFolder } = readFolders(loadEnvironment());
  const files = readdirSync(contentFolder, { recursive: true }).map(String);
  const notes = files
    .filter((file) => /\.(yaml|md)$/.test(file))
    .flatMap((file) => Object.entries(readNotes(file, readFileSync(join(contentFolder, file), "utf8"))))
    .filter(([path]) => path !== "");
  expect(notes.length).toBeGreaterThan(10);
  const ofFiles = /\.yaml|\.md\b|\bG\d+\b|\bnulls?\b|source:|"[a-z]+[A-Z]\w*"|\bfile\b/;
  expect(notes.filter(([, note]) => ofFiles.test(note))).toEqual([]);
});
