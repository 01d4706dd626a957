import type { Field } from "../../shapes.ts";
import type { Spot } from "../state.ts";
import { type Control, Frame, useTyped } from "./frame.tsx";

const types: Partial<Record<Field["kind"], string>> = {
  phone: "tel",
  email: "email",
  link: "url",
  date: "date",
  time: "time",
  colour: "color",
};

const oneLine = 80;

export function TextField({ spot, field }: { spot: Spot; field: Field }) {
  const { value, put } = useTyped(spot, field.label);
  const text = value === undefined || value === null ? "" : String(value);
  return (
    <Frame
      spot={spot}
      field={field}
      count={field.kind === "number" ? undefined : roomLeft(text, field)}
      use={(words) => put(words)}
    >
      {(control) => <TextControl control={control} field={field} text={text} put={(next) => put(given(next, field))} />}
    </Frame>
  );
}

/** An optional value that is emptied is taken out of the file. */
export function given(text: string, { kind, optional }: Field): unknown {
  if (text === "" && optional) return null;
  return kind === "number" && text !== "" && !Number.isNaN(Number(text)) ? Number(text) : text;
}

interface Written {
  control: Control;
  field: Field;
  text: string;
  put: (text: string) => void;
}

export function TextControl({ control, field, text, put }: Written) {
  const type = types[field.as ?? field.kind];
  const shared = {
    ...control,
    className: "input",
    value: text,
    placeholder: field.example && !type ? field.example : undefined,
    readOnly: field.fixed,
  };
  if (field.kind === "number") {
    return <input {...shared} inputMode="decimal" onChange={(event) => put(event.target.value)} />;
  }
  if (type || (field.max ?? 600) <= oneLine) {
    return (
      <input
        {...shared}
        type={type ?? "text"}
        className={type === "time" || type === "date" || type === "color" ? "input input--short" : "input"}
        onChange={(event) => put(event.target.value)}
      />
    );
  }
  return (
    <textarea
      {...shared}
      rows={Math.max(text.length > 45 ? 2 : 1, Math.ceil(text.length / 46))}
      // A line break would be a new paragraph in the file, which this place cannot show.
      onChange={(event) => put(event.target.value.replace(/\s*\n\s*/g, " "))}
    />
  );
}

export function roomLeft(text: string, { min, max, kind }: Field): string | undefined {
  if (!max || kind === "date" || kind === "time") return;
  const length = text.trim().length;
  if (min && min > 1) return `${length} of ${min} to ${max}`;
  return length > max ? `${length - max} too many` : `${max - length} left`;
}
