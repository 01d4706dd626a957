import type { ReactNode } from "react";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { Field } from "../../api/api-types.ts";
import { isRecord } from "../../formats/values.ts";
import { Button } from "../parts.tsx";
import { saveWithButton } from "../save.ts";
import type { FieldAddress } from "../state.ts";
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
  const { value, setValue, saveValue } = useFieldValue({ address, field });
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
          className: "input",
          value: text,
          placeholder: field.example && !type ? field.example : undefined,
          readOnly: field.readOnly,
          // The file would store a line break as a new paragraph, which this field does not allow.
          onChange: ({ target }: { target: { value: string } }) =>
            setValue(parse(target.value.replace(/\s*\n\s*/g, " "))),
        };
        return isInput ? (
          <input {...shared} type={type ?? "text"} inputMode={field.kind === "number" ? "decimal" : undefined} />
        ) : (
          <textarea {...shared} rows={Math.max(text.length > 45 ? 2 : 1, Math.ceil(text.length / 46))} />
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

/** A text and its source. Changing a guess or a sample confirms it. */
export function FactField({ address, field }: FieldProps) {
  const { value, setValue } = useFieldValue({ address, field });
  const { label, optional, noted } = field;
  const { value: words, source } = isRecord(value) ? value : { value };
  const text = String(words ?? "");
  const note = isRecord(value) && value.note !== undefined ? String(value.note) : "";
  return (
    <TextField
      address={address}
      field={{ ...field, kind: "text" }}
      text={text}
      parse={(next) => (next === "" && optional ? null : note ? { value: next, note } : next)}
      below={
        <>
          {text && <SourceLine source={source} address={address} label={label} />}
          {noted && text && (
            <label className="line">
              <span className="small">
                Its note<span className="sr-only">, {label}</span>
              </span>
              <input
                className="input"
                value={note}
                onChange={({ target }) => {
                  const added = target.value ? { note: target.value } : {};
                  setValue({ value: text, ...(source !== undefined && { source }), ...added });
                }}
              />
            </label>
          )}
        </>
      }
    />
  );
}

interface ConfirmButtonProps {
  address: FieldAddress;
  label: string;
  about?: string;
}

/** Takes the source from a fact or a group, which says that it was a guess. */
export function ConfirmButton({ address, label, about = label }: ConfirmButtonProps) {
  const confirm = () =>
    saveWithButton(address, `${label} confirmed`, (value) => {
      if (!isRecord(value)) return undefined;
      const { source: _, ...confirmed } = value;
      return { value: confirmed };
    });
  return (
    <Button look="small line" about={about} save={confirm}>
      Yes, this is right
    </Button>
  );
}

const sourceLines: Record<string, { look: string; icon: icons.IconShape; words: string }> = {
  sample: { look: "source source--sample", icon: icons.sample, words: "This is a sample. Write your own." },
  proposed: { look: "source source--guess", icon: icons.guess, words: "This is a careful guess. Is it right?" },
  confirmed: { look: "source", icon: icons.tick, words: "Confirmed" },
};

export function SourceLine({ source, address, label }: { source?: unknown; address: FieldAddress; label: string }) {
  const line = sourceLines[String(source)] ?? sourceLines.confirmed;
  return (
    line && (
      <div className={line.look}>
        <Icon shape={line.icon} />
        <span>{line.words}</span>
        {source === "proposed" && <ConfirmButton address={address} label={label} />}
      </div>
    )
  );
}
