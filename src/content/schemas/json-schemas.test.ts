import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { pages } from "../pages.ts";
import { generateJsonSchemas, schemaFolder } from "./json-schemas.ts";

const schemas = generateJsonSchemas();
/** A studio may leave these out. The example studio has all of them, because the tests run on it. */
const optionalFiles = Object.values(pages).flatMap(({ optional, file }) => (optional ? [file] : []));

test("the JSON schemas match the site's own schemas (if not: npm test -- -u src/content/schemas)", async () => {
  for (const [, name, text] of schemas) await expect(text, name).toMatchFileSnapshot(resolve(schemaFolder, name));
  const names = schemas.map(([, name]) => name);
  expect(readdirSync(schemaFolder).filter((name) => !names.includes(name))).toEqual([]);
});

test.each(["content", "tests/example-studio"])("every YAML file of %s names its JSON schema", (folder) => {
  for (const [file, name] of schemas) {
    const path = join(folder, file);
    if (folder === "content" && optionalFiles.includes(file) && !existsSync(path)) continue;
    const [first] = readFileSync(path, "utf8").split("\n");
    expect(first, path).toBe(
      `# yaml-language-server: $schema=${relative(dirname(path), join(schemaFolder, name)).replaceAll("\\", "/")}`,
    );
  }
});
