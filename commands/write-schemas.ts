import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateJsonSchemas, schemaFolder } from "../src/content/schemas/json-schemas.ts";

/** Run it after a change of the schemas; a test says when it was forgotten. */
rmSync(schemaFolder, { recursive: true, force: true });
mkdirSync(schemaFolder);
for (const [, name, text] of generateJsonSchemas()) writeFileSync(join(schemaFolder, name), text);
