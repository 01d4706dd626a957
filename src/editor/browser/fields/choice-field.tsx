import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { Choice } from "../../api/api-types.ts";
import { Select } from "../parts.tsx";
import { type Control, FieldFrame, type FieldProps, useFieldValue } from "./field-frame.tsx";

/** Up to three choices are segments and more are a select. A multiple choice has toggles or checkboxes. */
export function ChoiceField({ address, field }: FieldProps) {
  const { value, saveValue } = useFieldValue({ address, field });
  const { choices = [], optional, multiple } = field;
  if (multiple) return <MultipleChoiceField address={address} field={field} />;
  const chosen = value === undefined || value === null ? "" : String(value);
  const isListed = choices.some((choice) => choice.value === chosen);
  const isSelect = choices.length > 3 || optional || !isListed;
  return (
    <FieldFrame address={address} field={field} isGroup={!isSelect}>
      {(control) =>
        isSelect ? (
          <Select {...control} value={chosen} choices={choices} onChange={(next) => saveValue(next || null)}>
            {(optional || !isListed) && (
              <option value={isListed ? "" : chosen}>{isListed || !chosen ? "Nothing chosen" : chosen}</option>
            )}
          </Select>
        ) : (
          <Options control={control} type="radio" choices={choices} chosen={[chosen]} onChoose={saveValue} />
        )
      }
    </FieldFrame>
  );
}

interface OptionsProps {
  control: Control;
  type: "radio" | "checkbox";
  choices: Choice[];
  chosen: string[];
  /** What stands in sight for the labels. */
  short?: string[] | undefined;
  onChoose: (value: string) => void;
}

/** The label and description belong to the whole group, and focus goes to its first control. */
const Options = ({ control, type, choices, chosen, short, onChoose }: OptionsProps) => (
  <fieldset
    className={type === "radio" ? "segments" : "checkboxes"}
    role={type === "radio" ? "radiogroup" : undefined}
    aria-labelledby={control["aria-labelledby"]}
    aria-describedby={control["aria-describedby"]}
  >
    {choices.map(({ value, label }, at) => (
      <label key={value}>
        <input
          type={type}
          name={control.id}
          data-control={control["data-control"]}
          checked={chosen.includes(value)}
          aria-label={short && label}
          onChange={() => onChoose(value)}
        />
        {short?.[at] ?? label}
      </label>
    ))}
  </fieldset>
);

function MultipleChoiceField({ address, field }: FieldProps) {
  const { value, saveValue } = useFieldValue({ address, field });
  const chosen = Array.isArray(value) ? value.map(String) : [];
  const choices = field.choices ?? [];
  const short = shortNames(choices);
  // The value keeps the order of the choices, such as the days of the week, not the order of the clicks.
  const toggle = (one: string) => {
    const next = chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one];
    saveValue(short ? choices.map((choice) => choice.value).filter((other) => next.includes(other)) : next);
  };
  const names = choices.flatMap(({ value, label }) => (chosen.includes(value) ? [label] : []));
  return (
    <FieldFrame address={address} field={field} isGroup>
      {(control) => {
        const options = { control, type: "checkbox", choices, chosen, short, onChoose: toggle } as const;
        if (short) return <Options {...options} />;
        return (
          <details className="folded-choices">
            <summary>
              <Icon shape={icons.chevronRight} className="chevron" />
              {names.join(", ") || "None chosen"}
            </summary>
            <Options {...options} />
          </details>
        );
      }}
    </FieldFrame>
  );
}

/** Shortens choices to three letters, such as Mon and Tue, when they fit one line and stay distinct. */
function shortNames(choices: Choice[]): string[] | undefined {
  const short = choices.map(({ label }) => label.slice(0, 3));
  const single = choices.every(({ label }) => /^\S{3,10}$/.test(label));
  return choices.length <= 7 && single && new Set(short).size === choices.length ? short : undefined;
}

const yesAndNo = ["Yes", "No"].map((label) => ({ value: label, label }));

/** None of the two is chosen where the question waits for its answer. Any other no is what a file leaves out. */
export function YesNoField({ address, field }: FieldProps) {
  const { value, saveValue } = useFieldValue({ address, field });
  const { nullable = false, negated = false } = field;
  const isYes = /^(yes|on|true)$/i.test(String(value)) !== negated;
  const chosen = (value === null && nullable) || value === "" ? "" : isYes ? "Yes" : "No";
  const choose = (answer: string) => {
    const next = (answer === "Yes") !== negated;
    saveValue(next || nullable || !field.optional ? next : null);
  };
  return (
    <FieldFrame address={address} field={field} isGroup>
      {(control) => <Options control={control} type="radio" choices={yesAndNo} chosen={[chosen]} onChoose={choose} />}
    </FieldFrame>
  );
}
