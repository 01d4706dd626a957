import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { jsonSchemas, schemaFolder } from "../studio/json-schemas.ts";

/** Run it after a change of the schemas; a test says when it was forgotten. */
rmSync(schemaFolder, { recursive: true, force: true });
mkdirSync(schemaFolder);
for (const [, name, text] of jsonSchemas()) writeFileSync(join(schemaFolder, name), text);
