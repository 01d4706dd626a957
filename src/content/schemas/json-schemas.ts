import { toJsonSchema } from "@valibot/to-json-schema";
import { fileSchemas } from "../content.ts";

/** Where editors find the shape of a file: named in the first line of each, relative to it. */
export const schemaFolder = "src/content/schemas/json";

/** The YAML files of a content folder as JSON Schema, by file. Editors complete and check them while an owner types. */
export function generateJsonSchemas(): [file: string, name: string, text: string][] {
  return Object.entries(fileSchemas)
    .filter(([file]) => file.endsWith(".yaml"))
    .map(([file, schema]) => {
      const json = toJsonSchema(schema, { typeMode: "input", errorMode: "ignore" });
      const name = file
        .replace(/^images\//, "")
        .replaceAll("/", "-")
        .replace(".yaml", ".json");
      return [file, name, `${JSON.stringify(withExamples(json), null, 2)}\n`];
    });
}

/** What our schemas call an example, editors show as a description. How our own shows a field is of no use to them. */
function withExamples(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withExamples);
  if (typeof value !== "object" || value === null) return value;
  const { example, shown: _, ...rest } = value as Record<string, unknown>;
  const entries = Object.entries(rest).map(([key, inner]) => [key, withExamples(inner)]);
  return {
    ...(typeof example === "string" && { description: `For example: ${example}` }),
    ...Object.fromEntries(entries),
  };
}
