import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { generateJsonSchemas, schemaFolder } from "./json-schemas.ts";

const schemas = generateJsonSchemas();

test("the JSON schemas match the site's own schemas (if not: npm run schemas)", () => {
  expect(readdirSync(schemaFolder).sort()).toEqual(schemas.map(([, name]) => name).sort());
  for (const [, name, text] of schemas) expect(readFileSync(join(schemaFolder, name), "utf8"), name).toBe(text);
});

test.each(["content", "tests/example-studio"])("every YAML file of %s names its JSON schema", (folder) => {
  for (const [file, name] of schemas) {
    const path = join(folder, file);
    const [first] = readFileSync(path, "utf8").split("\n");
    expect(first, path).toBe(
      `# yaml-language-server: $schema=${relative(dirname(path), join(schemaFolder, name)).replaceAll("\\", "/")}`,
    );
  }
});
