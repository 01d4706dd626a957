import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import type { BuildInfo } from "./build-folder.ts";
import { writeHostFiles } from "./host-files.ts";

test("a host of files leads the address of a removed treatment to the list, however it is written", () => {
  const folder = temporaryFolder();
  writeHostFiles(folder, { policies: {}, former: ["/treatments/peel"] } as unknown as BuildInfo);
  expect(readFileSync(join(folder, "_redirects"), "utf8")).toBe(
    ["", "/", ".html"].map((ending) => `/treatments/peel${ending} /treatments 301\n`).join(""),
  );
});
