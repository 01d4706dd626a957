import { toJsonSchema } from "@valibot/to-json-schema";
import { fileSchemas } from "../content.ts";

/** Text editors find a file's schema by the relative path in its first line. */
export const schemaFolder = "src/content/schemas/json";

/** Makes a JSON Schema for each YAML file, with which text editors complete and check while an owner types. */
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

/** Text editors show our `example` as a description. The metadata for our own editor is of no use to them. */
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
