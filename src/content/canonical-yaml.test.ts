import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { formatYaml } from "./canonical-yaml.ts";
import { listContentFiles } from "./content-folder.ts";
import { splitFrontMatter } from "./markdown.ts";

test.each(["content", "tests/example-studio"])(
  "every file of %s has the canonical format (if not: npm test -- -u src/content/canonical-yaml.test.ts)",
  async (folder) => {
    for (const file of listContentFiles(folder).filter((name) => /\.(yaml|md)$/.test(name))) {
      const text = readFileSync(join(folder, file), "utf8");
      const yaml = splitFrontMatter(text)?.frontMatter ?? text;
      await expect(
        text.replace(yaml, () => formatYaml(yaml)),
        file,
      ).toMatchFileSnapshot(resolve(folder, file));
    }
  },
);
