import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { formatYaml } from "./canonical-yaml.ts";
import { listContentFiles } from "./content-folder.ts";

test.each(["content", "tests/example-studio"])(
  "every file of %s has the canonical format (if not: npm test -- -u src/content/canonical-yaml.test.ts)",
  async (folder) => {
    for (const file of listContentFiles(folder).filter((name) => name.endsWith(".yaml"))) {
      const text = readFileSync(join(folder, file), "utf8");
      await expect(formatYaml(text), file).toMatchFileSnapshot(resolve(folder, file));
    }
  },
);
