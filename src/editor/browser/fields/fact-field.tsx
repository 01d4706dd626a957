import { composeFact } from "../../../content/compose-fact.ts";
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
  const { label, optional, composed } = field;
  const { value: words, source } = isRecord(value) ? value : { value };
  const text = String(words ?? "");
  // The parts in which the page sets a fact belong to its old words, so new words drop them.
  const hasParts = isRecord(value) && partNames.some(({ key }) => key in value);
  return (
    <TextField
      spot={spot}
      field={{ ...field, kind: "text" }}
      text={text}
      parse={(next) => (next === "" && optional ? null : hasParts ? { value: next } : next)}
      below={
        <>
          <SourceLine source={source} spot={spot} label={label} />
          {composed && text && <FactParts value={value} text={text} label={label} onChange={setValue} />}
        </>
      }
    />
  );
}

const partNames = [
  { key: "answer", label: "Large" },
  { key: "unit", label: "Beside it" },
  { key: "note", label: "Below" },
] as const;

interface FactPartsProps {
  value: unknown;
  text: string;
  label: string;
  onChange: (value: unknown) => void;
}

/**
 * How the page sets a fact. A part that is empty here is made from the fact's words, and shown as an example. The small
 * parts need a large one, so they keep the one that is shown, and go with it.
 */
function FactParts({ value, text, label, onChange }: FactPartsProps) {
  const { value: _, source, ...parts }: Record<string, unknown> = isRecord(value) ? value : {};
  const shown = composeFact({ source: "specification", ...parts, value: text });
  const change = (key: string, words: string) => {
    const { answer = shown.answer, unit = shown.unit, ...others } = { ...parts, [key]: words };
    const all = answer === "" ? {} : { answer, unit, ...others };
    const filled = Object.entries(all).filter(([, part]) => part !== "");
    onChange({ value: text, ...(source !== undefined && { source }), ...Object.fromEntries(filled) });
  };
  return (
    <details className="fact-parts">
      <summary>
        <Icon shape={icons.chevronRight} className="turn" />
        On the page: {[shown.answer, shown.unit, shown.note].filter(Boolean).join(" / ")}
      </summary>
      {partNames.map(({ key, label: name }) => (
        <label key={key}>
          {name}
          <span className="sr-only">, {label}</span>
          <input
            className="input"
            value={String(parts[key] ?? "")}
            placeholder={shown[key]}
            disabled={key !== "answer" && shown.answer === ""}
            onChange={({ target }) => change(key, target.value)}
          />
        </label>
      ))}
    </details>
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
