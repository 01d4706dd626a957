import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import { isRecord } from "../../formats/values.ts";
import { Button } from "../parts.tsx";
import { saveEdits } from "../save.ts";
import type { Spot } from "../state.ts";
import type { FieldProps } from "./any-field.tsx";
import { useFieldValue } from "./field-frame.tsx";
import { TextField } from "./text-field.tsx";

/** A text and its source. Changing a guess or a sample confirms it. */
export function FactField({ spot, field }: FieldProps) {
  const { value, setValue } = useFieldValue(spot, field.label);
  const { label, optional, noted } = field;
  const { value: words, source } = isRecord(value) ? value : { value };
  const text = String(words ?? "");
  const note = isRecord(value) && value.note !== undefined ? String(value.note) : "";
  return (
    <TextField
      spot={spot}
      field={{ ...field, kind: "text" }}
      text={text}
      parse={(next) => (next === "" && optional ? null : note ? { value: next, note } : next)}
      below={
        <>
          <SourceLine source={source} spot={spot} label={label} />
          {noted && text && (
            <label className="fact-note">
              Note below it
              <span className="sr-only">, {label}</span>
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
  spot: Spot;
  label: string;
  about?: string;
}

export function ConfirmButton({ spot, label, about = label }: ConfirmButtonProps) {
  const confirm = () => saveEdits(spot, [{ do: "settle", path: spot.path }], `${label} confirmed`);
  return (
    <Button look="small line" about={about} onClick={confirm}>
      Yes, this is right
    </Button>
  );
}

const sourceLines: Record<string, { look: string; icon: icons.IconShape; words: string }> = {
  sample: { look: "source source--sample", icon: icons.sample, words: "This is a sample. Write your own." },
  proposed: { look: "source source--guess", icon: icons.guess, words: "This is a careful guess. Is it right?" },
  confirmed: { look: "source", icon: icons.tick, words: "Confirmed" },
};

export function SourceLine({ source, spot, label }: { source?: unknown; spot: Spot; label: string }) {
  const line = sourceLines[String(source)] ?? sourceLines.confirmed;
  return (
    line && (
      <div className={line.look}>
        <Icon shape={line.icon} />
        <span>{line.words}</span>
        {source === "proposed" && <ConfirmButton spot={spot} label={label} />}
      </div>
    )
  );
}
