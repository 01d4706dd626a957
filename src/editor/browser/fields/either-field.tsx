import { useContext } from "react";
import { isRecord } from "../../formats/values.ts";
import { defaultValue } from "../../forms/default-value.ts";
import { optionFor } from "../../forms/find-field.ts";
import { Select } from "../parts.tsx";
import { editField, saveValue } from "../save.ts";
import { childAddress, useValue } from "../state.ts";
import { AnyField } from "./any-field.tsx";
import { FieldFrame, type FieldProps, RowLabel } from "./field-frame.tsx";

/** A value with one of several shapes: a control to choose the shape, then its field. */
export function EitherField({ address, field }: FieldProps) {
  const value = useValue(address);
  const rowLabel = useContext(RowLabel);
  const options = field.options ?? [];
  const chosen = optionFor(field, value) ?? options[0];
  const choose = (next: number) => {
    const option = options[next];
    if (option) saveValue(address, field.label, defaultValue(option));
  };
  return (
    <>
      {options.length > 1 && (
        <FieldFrame address={address} field={field} exact={Boolean(chosen?.fields)}>
          {(control) => (
            <Select
              {...control}
              value={chosen ? options.indexOf(chosen) : 0}
              choices={options.map((option, at) => ({ value: String(at), label: option.label || "Words" }))}
              onChange={(next) => choose(Number(next))}
            />
          )}
        </FieldFrame>
      )}
      {chosen && (
        <RowLabel value={rowLabel}>
          <AnyField address={address} field={{ ...chosen, label: chosen.label || field.label }} />
        </RowLabel>
      )}
    </>
  );
}

/** Exactly one of several fields of the same group, such as the "Fourth fact". */
export function OneOfField({ address, field }: FieldProps) {
  const value = useValue(address);
  const options = field.options ?? [];
  const chosen = options.find(({ key }) => isRecord(value) && value[key] !== undefined) ?? options[0];
  if (!chosen) return null;
  const choose = (to: string) => {
    const words = isRecord(value) ? value[chosen.key] : "";
    // Only together are they right, so they are saved together.
    editField(childAddress(address, chosen.key), field.label, null);
    saveValue(childAddress(address, to), field.label, words);
  };
  const id = `one-of-${chosen.key}`;
  const choices = options.map(({ key, label }) => ({ value: key, label }));
  return (
    <div className="one-of">
      <div className="field">
        <label className="label field__top" htmlFor={id}>
          {field.label}
        </label>
        <Select id={id} value={chosen.key} choices={choices} onChange={choose} />
      </div>
      <AnyField address={childAddress(address, chosen.key)} field={{ ...chosen, optional: false }} />
    </div>
  );
}
