import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readNotes } from "../../src/editor/formats/content-file.ts";

const files = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[]).filter((file) => /\.(yaml|md)$/.test(file));

test.each(["content", "tests/example-studio"])(
  "no note in the forms of %s needs the files to be understood",
  (folder) => {
    const notes = files(folder).flatMap((file) =>
      Object.entries(readNotes(file, readFileSync(join(folder, file), "utf8")))
        .filter(([path]) => path !== "")
        .map(([path, note]) => `${file} ${path}: ${note}`),
    );
    expect(
      notes.filter((note) => /: .*(\.yaml|\.md\b|\bG\d+\b|\bnulls?\b|source:|"[a-z]+[A-Z]\w*"|\bfile\b)/s.test(note)),
    ).toEqual([]);
  },
);
