import { useContext } from "react";
import { freshValue } from "../../fresh-value.ts";
import type { Field } from "../../shapes.ts";
import { isRecord } from "../../values.ts";
import { make } from "../saving.ts";
import { useValue } from "../state.ts";
import { AnyField, inside, type Placed } from "./any.tsx";
import { Frame, Spoken } from "./frame.tsx";

/** A value with the shape of one of several: which one is chosen, then its own field. */
export function EitherField({ spot, field }: Placed) {
  const value = useValue(spot);
  const spoken = useContext(Spoken);
  const options = field.options ?? [];
  const at = Math.max(
    0,
    options.findIndex((option) => fits(option, value)),
  );
  const chosen = options[at];
  const choose = (next: number) => {
    const option = options[next];
    if (option) make(spot.file, [{ do: "set", path: spot.path, value: freshValue(option) }], field.label, spot);
  };
  return (
    <>
      {options.length > 1 && (
        <Frame spot={spot} field={{ ...field, label: field.label || "Kind" }}>
          {(control) => (
            <select {...control} className="input" value={at} onChange={(event) => choose(Number(event.target.value))}>
              {options.map((option, place) => (
                <option key={option.label || place} value={place}>
                  {option.label || nameOf(option)}
                </option>
              ))}
            </select>
          )}
        </Frame>
      )}
      {chosen && (
        <Spoken value={spoken}>
          <AnyField spot={spot} field={{ ...chosen, label: chosen.label || field.label }} />
        </Spoken>
      )}
    </>
  );
}

const nameOf = (option: Field) => option.fields?.map(({ label }) => label).join(" and ") || "Words";

function fits({ kind, fields }: Field, value: unknown): boolean {
  if (kind === "group") {
    return isRecord(value) && (fields ?? []).every(({ key, optional }) => optional || key in value || key === "");
  }
  return kind === "list" ? Array.isArray(value) : !isRecord(value) && !Array.isArray(value);
}

/** Exactly one of several fields of the same group: "Fourth fact". */
export function OneOfField({ spot, field }: Placed) {
  const value = useValue(spot);
  const options = field.options ?? [];
  const chosen = options.find(({ key }) => isRecord(value) && value[key] !== undefined) ?? options[0];
  if (!chosen) return null;
  const choose = (to: string) => {
    const words = isRecord(value) ? value[chosen.key] : "";
    make(spot.file, [{ do: "choose", path: spot.path, from: chosen.key, to, value: words }], field.label, spot);
  };
  return (
    <div className="one-of">
      <div className="field">
        <div className="field__top">
          <label className="label" htmlFor={`one-of-${chosen.key}`}>
            {field.label}
          </label>
        </div>
        <select
          className="input"
          id={`one-of-${chosen.key}`}
          value={chosen.key}
          onChange={(event) => choose(event.target.value)}
        >
          {options.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
      </div>
      <AnyField spot={inside(spot, chosen.key)} field={{ ...chosen, optional: false }} />
    </div>
  );
}
