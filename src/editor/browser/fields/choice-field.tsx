import type { Choice } from "../../api/api-types.ts";
import { Select } from "../parts.tsx";
import type { FieldProps } from "./any-field.tsx";
import { type Control, FieldFrame, useFieldValue } from "./field-frame.tsx";

/** Up to three choices are segments and more are a select. A multiple choice has toggles or checkboxes. */
export function ChoiceField({ spot, field }: FieldProps) {
  const { value, saveValue } = useFieldValue(spot, field.label);
  const choices = field.choices ?? [];
  if (field.multiple) return <MultipleChoiceField spot={spot} field={field} />;
  const chosen = value === undefined || value === null ? "" : String(value);
  const isListed = choices.some((choice) => choice.value === chosen);
  if (choices.length > 3 || field.optional || !isListed) {
    return (
      <FieldFrame spot={spot} field={field}>
        {(control) => (
          <Select {...control} value={chosen} choices={choices} onChange={(next) => saveValue(next || null)}>
            {(field.optional || !isListed) && (
              <option value={isListed ? "" : chosen}>{isListed || !chosen ? "Nothing chosen" : chosen}</option>
            )}
          </Select>
        )}
      </FieldFrame>
    );
  }
  return (
    <FieldFrame spot={spot} field={field} isGroup>
      {(control) => (
        <div className="seg" role="radiogroup" {...groupLabels(control)}>
          {choices.map(({ value, label }) => (
            <label key={value}>
              <input
                type="radio"
                name={control.id}
                data-control={control["data-control"]}
                checked={chosen === value}
                onChange={() => saveValue(value)}
              />
              {label}
            </label>
          ))}
        </div>
      )}
    </FieldFrame>
  );
}

/** The label and description belong to the whole group, and focus goes to its first control. */
export const groupLabels = ({ "aria-labelledby": labelledby, "aria-describedby": describedby }: Control) => ({
  "aria-labelledby": labelledby,
  "aria-describedby": describedby,
});

function MultipleChoiceField({ spot, field }: FieldProps) {
  const { value, saveValue } = useFieldValue(spot, field.label);
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const choices = field.choices ?? [];
  const short = shortNames(choices);
  // The value keeps the order of the choices, such as the days of the week, not the order of the clicks.
  const toggle = (one: string) => {
    const next = chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one];
    saveValue(short ? choices.map((choice) => choice.value).filter((other) => next.includes(other)) : next);
  };
  return (
    <FieldFrame spot={spot} field={field} isGroup count={short ? undefined : `${chosen.length} chosen`}>
      {(control) => (
        <fieldset className={short ? "days" : "ticks"} {...groupLabels(control)}>
          {choices.map(({ value, label }, at) => (
            <label key={value}>
              <input
                type="checkbox"
                className={short ? "sr-only" : ""}
                data-control={control["data-control"]}
                checked={chosen.includes(value)}
                aria-label={label}
                onChange={() => toggle(value)}
              />
              <span>{short?.[at] ?? label}</span>
            </label>
          ))}
        </fieldset>
      )}
    </FieldFrame>
  );
}

/** Shortens choices to three letters, such as Mon and Tue, when they fit one line and stay distinct. */
function shortNames(choices: Choice[]): string[] | undefined {
  const short = choices.map(({ label }) => label.slice(0, 3));
  const single = choices.every(({ label }) => /^\S{3,10}$/.test(label));
  return choices.length <= 7 && single && new Set(short).size === choices.length ? short : undefined;
}

export function YesNoField({ spot, field }: FieldProps) {
  const { value, saveValue } = useFieldValue(spot, field.label);
  const yes = value === true || /^(yes|on)$/i.test(String(value ?? ""));
  return (
    <FieldFrame spot={spot} field={field} isGroup>
      {(control) => (
        <label className="line tick">
          <input {...control} type="checkbox" checked={yes} onChange={() => saveValue(!yes)} />
          {yes ? "Yes" : "No"}
        </label>
      )}
    </FieldFrame>
  );
}
