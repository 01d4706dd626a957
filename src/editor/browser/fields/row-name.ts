import { isRecord } from "../../formats/values.ts";

/** The spoken name of an entry: its first text. */
export function rowName(value: unknown): string {
  if (typeof value === "string") return shorten(value);
  if (!isRecord(value)) return "";
  const [list] = Object.values(value).filter((inner) => Array.isArray(inner));
  if (list) return shorten(list.join(", "));
  return shorten(Object.values(value).find((inner) => typeof inner === "string" && inner !== "") as string | undefined);
}

const shorten = (text = "") => {
  const plain = text.replace(/[*[\]]|\]\(.*?\)/g, "");
  return plain.length > 40 ? `${plain.slice(0, 38)}…` : plain;
};
