import { useContext } from "react";
import type { Field } from "../../api/api-types.ts";
import { isRecord } from "../../formats/values.ts";
import { defaultValue } from "../../forms/default-value.ts";
import { optionFor } from "../../forms/find-field.ts";
import { Select } from "../parts.tsx";
import { saveEdits } from "../save.ts";
import { useValue } from "../state.ts";
import { AnyField, childSpot, type FieldProps } from "./any-field.tsx";
import { FieldFrame, RowLabel } from "./field-frame.tsx";

/** A value with one of several shapes: a control to choose the shape, then its field. */
export function EitherField({ spot, field }: FieldProps) {
  const value = useValue(spot);
  const rowLabel = useContext(RowLabel);
  const options = field.options ?? [];
  const chosen = optionFor(field, value) ?? options[0];
  const choose = (next: number) => {
    const option = options[next];
    if (option) saveEdits(spot, [{ do: "set", path: spot.path, value: defaultValue(option) }], field.label);
  };
  return (
    <>
      {options.length > 1 && (
        <FieldFrame spot={spot} field={{ ...field, label: field.label || "Kind" }} exact={Boolean(chosen?.fields)}>
          {(control) => (
            <Select
              {...control}
              value={chosen ? options.indexOf(chosen) : 0}
              choices={options.map((option, at) => ({ value: String(at), label: option.label || optionName(option) }))}
              onChange={(next) => choose(Number(next))}
            />
          )}
        </FieldFrame>
      )}
      {chosen && (
        <RowLabel value={rowLabel}>
          <AnyField spot={spot} field={{ ...chosen, label: chosen.label || field.label }} />
        </RowLabel>
      )}
    </>
  );
}

const optionName = (option: Field) => option.fields?.map(({ label }) => label).join(" and ") || "Words";

/** Exactly one of several fields of the same group, such as the "Fourth fact". */
export function OneOfField({ spot, field }: FieldProps) {
  const value = useValue(spot);
  const options = field.options ?? [];
  const chosen = options.find(({ key }) => isRecord(value) && value[key] !== undefined) ?? options[0];
  if (!chosen) return null;
  const choose = (to: string) => {
    const words = isRecord(value) ? value[chosen.key] : "";
    saveEdits(spot, [{ do: "choose", path: spot.path, from: chosen.key, to, value: words }], field.label);
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
      <AnyField spot={childSpot(spot, chosen.key)} field={{ ...chosen, optional: false }} />
    </div>
  );
}
