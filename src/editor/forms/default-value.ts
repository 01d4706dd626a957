import type { Field } from "../vocabulary.ts";

/** The initial value of a new entry, with required fields only. */
export function defaultValue({ kind, fields, options, choices, multiple }: Field): unknown {
  switch (kind) {
    case "group":
      return Object.fromEntries(
        (fields ?? [])
          .filter(({ optional }) => !optional)
          .flatMap((field) => (field.kind === "one-of" ? (field.options ?? []).slice(0, 1) : [field]))
          .map((field) => [field.key, defaultValue(field)]),
      );
    case "either":
      return options?.[0] ? defaultValue(options[0]) : "";
    case "list":
      return [];
    case "record":
      return {};
    case "choice":
      return multiple ? [] : (choices?.[0]?.value ?? "");
    case "yes-no":
      return false;
    default:
      return "";
  }
}
