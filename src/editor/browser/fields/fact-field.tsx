import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import { isRecord, keysOf, valueAt } from "../../formats/values.ts";
import { loadForm } from "../navigation.ts";
import { SavingButton } from "../parts.tsx";
import { saveWithButton } from "../save.ts";
import { type FieldAddress, getState, shownValues } from "../state.ts";
import { type FieldProps, useFieldValue } from "./field-frame.tsx";
import { TextField } from "./text-field.tsx";

/** A text and its source. Changing a guess or a sample confirms it. */
export function FactField({ address, field }: FieldProps) {
  const { value, setValue } = useFieldValue(address, field.label);
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

export function ConfirmButton({ address, label, about = label }: ConfirmButtonProps) {
  const confirm = async () => {
    // The list of what to do confirms facts of pages that were never opened here.
    const form = await loadForm(address.file);
    const value = valueAt(shownValues(form, getState().unsaved[address.file]), keysOf(address.path));
    if (!isRecord(value)) return;
    const { source: _, ...confirmed } = value;
    await saveWithButton(address, `${label} confirmed`, confirmed);
  };
  return (
    <SavingButton look="small line" about={about} save={confirm}>
      Yes, this is right
    </SavingButton>
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
