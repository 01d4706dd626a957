import type { ReactNode } from "react";
import type { Field } from "../../api/api-types.ts";
import { FieldFrame, type FieldProps, useFieldValue } from "./field-frame.tsx";

const inputTypes: Partial<Record<Field["kind"], string>> = {
  phone: "tel",
  email: "email",
  link: "url",
  date: "date",
  time: "time",
  colour: "color",
};

const maxInputLength = 80;

interface TextFieldProps extends FieldProps {
  /** For a value that is more than its text. */
  text?: string;
  parse?: (text: string) => unknown;
  count?: string;
  below?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { address, field, parse = (next) => parseInput(next, field), below } = props;
  const { value, setValue, saveValue } = useFieldValue(address, field.label);
  const text = props.text ?? String(value ?? "");
  const type = inputTypes[field.inputType ?? field.kind];
  const isInput = type || field.kind === "number" || (field.max ?? 600) <= maxInputLength;
  return (
    <FieldFrame
      address={address}
      field={field}
      count={props.count ?? remainingText(text, field)}
      below={below}
      applySuggestion={(words) => saveValue(parse(words))}
    >
      {(control) => {
        const shared = {
          ...control,
          value: text,
          placeholder: field.example && !type ? field.example : undefined,
          readOnly: field.readOnly,
        };
        return isInput ? (
          <input
            {...shared}
            type={type ?? "text"}
            inputMode={field.kind === "number" ? "decimal" : undefined}
            className={type === "time" || type === "date" || type === "color" ? "input input--short" : "input"}
            onChange={({ target }) => setValue(parse(target.value))}
          />
        ) : (
          <textarea
            {...shared}
            className="input"
            rows={Math.max(text.length > 45 ? 2 : 1, Math.ceil(text.length / 46))}
            // The file would store a line break as a new paragraph, which this field does not allow.
            onChange={({ target }) => setValue(parse(target.value.replace(/\s*\n\s*/g, " ")))}
          />
        );
      }}
    </FieldFrame>
  );
}

/** Emptying an optional field removes it from the file. */
function parseInput(text: string, { kind, optional }: Field): unknown {
  if (text === "" && optional) return null;
  return kind === "number" && text !== "" && !Number.isNaN(Number(text)) ? Number(text) : text;
}

function remainingText(text: string, { min, max, kind }: Field): string | undefined {
  if (!max || kind === "date" || kind === "time" || kind === "number") return;
  const length = text.trim().length;
  if (min && min > 1) return `${length} of ${min} to ${max}`;
  return length > max ? `${length - max} too many` : `${max - length} left`;
}
