import type { Field } from "../../api/api-types.ts";
import { entryName } from "../../forms/messages.ts";

/** The spoken name of an entry. Words are shortened; an entry without a name has none. */
export function rowName(value: unknown, item?: Field): string {
  const name = entryName(value, item) ?? (typeof value === "string" ? value : "");
  const plain = name.replace(/[*[\]]|\]\(.*?\)/g, "");
  return plain.length > 40 ? `${plain.slice(0, 38)}…` : plain;
}
