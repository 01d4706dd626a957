import { composeFact } from "../../../content/compose-fact.ts";
import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import { isRecord } from "../../formats/values.ts";
import { Button } from "../parts.tsx";
import { saveEdits } from "../save.ts";
import type { Spot } from "../state.ts";
import type { FieldProps } from "./any-field.tsx";
import { FieldFrame, useFieldValue } from "./field-frame.tsx";
import { remainingText, TextControl } from "./text-field.tsx";

/** A text and its source. Changing a guess or a sample confirms it. */
export function FactField({ spot, field }: FieldProps) {
  const { value, setValue, saveValue } = useFieldValue(spot, field.label);
  const { text, source } = readFact(value);
  // The parts in which the page sets a fact belong to its old words, so new words drop them.
  const hasParts = isRecord(value) && partNames.some(({ key }) => key in value);
  const parse = (words: string) => (words === "" && field.optional ? null : hasParts ? { value: words } : words);
  return (
    <FieldFrame
      spot={spot}
      field={field}
      count={remainingText(text, field)}
      below={
        <>
          <SourceLine source={source} spot={spot} label={field.label} />
          {field.composed && text && <FactParts value={value} text={text} label={field.label} onChange={setValue} />}
        </>
      }
      applySuggestion={(words) => saveValue(parse(words))}
    >
      {(control) => (
        <TextControl
          control={control}
          field={{ ...field, kind: "text" }}
          text={text}
          onChange={(words) => setValue(parse(words))}
        />
      )}
    </FieldFrame>
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

function readFact(value: unknown): { text: string; source: string | undefined } {
  const { value: text, source } = isRecord(value) ? value : { value, source: undefined };
  return { text: String(text ?? ""), source: typeof source === "string" ? source : undefined };
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

export function SourceLine({ source, spot, label }: { source: string | undefined; spot: Spot; label: string }) {
  if (source === "sample") {
    return (
      <div className="source source--sample">
        <Icon shape={icons.sample} />
        <span>This is a sample. Write your own.</span>
      </div>
    );
  }
  if (source !== "proposed") {
    return (
      <p className="source">
        <Icon shape={icons.tick} />
        Confirmed
      </p>
    );
  }
  return (
    <div className="source source--guess">
      <Icon shape={icons.guess} />
      <span>This is a careful guess. Is it right?</span>
      <ConfirmButton spot={spot} label={label} />
    </div>
  );
}
