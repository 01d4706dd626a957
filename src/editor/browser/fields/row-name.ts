import { isRecord } from "../../formats/values.ts";

/** The spoken name of an entry: its first text. */
export function rowName(value: unknown): string {
  if (typeof value === "string") return shorten(value);
  if (!isRecord(value)) return "";
  const first = Object.values(value).find(
    (inner) => Array.isArray(inner) || (typeof inner === "string" && inner !== ""),
  );
  return shorten(Array.isArray(first) ? first.join(", ") : String(first ?? ""));
}

const shorten = (text: string) => {
  const plain = text.replace(/[*[\]]|\]\(.*?\)/g, "");
  return plain.length > 40 ? `${plain.slice(0, 38)}…` : plain;
};
