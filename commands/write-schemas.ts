import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateJsonSchemas, schemaFolder } from "../src/content/schemas/json-schemas.ts";

/** Run this after a change of the schemas. A test fails if it was forgotten. */
rmSync(schemaFolder, { recursive: true, force: true });
mkdirSync(schemaFolder);
for (const [, name, text] of generateJsonSchemas()) writeFileSync(join(schemaFolder, name), text);
