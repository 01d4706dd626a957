import { Icon } from "../../../design/icon.tsx";
import * as icons from "../../../design/icons.ts";
import type { Edit, Field } from "../../api/api-types.ts";
import { isRecord } from "../../formats/values.ts";
import { saveEdits } from "../save.ts";
import type { Spot } from "../state.ts";
import { FieldFrame, useFieldValue } from "./field-frame.tsx";
import { remainingText, TextControl } from "./text-field.tsx";

/** A text and its source. Changing a guess or a sample confirms it. */
export function FactField({ spot, field }: { spot: Spot; field: Field }) {
  const { value, changed, setValue, saveValue } = useFieldValue(spot, field.label);
  const { text, source, key } = readFact(value);
  const parse = (text: string) => (text === "" && field.optional ? null : factValue(text, key));
  return (
    <FieldFrame
      spot={spot}
      field={field}
      count={changed || !key ? remainingText(text, field) : `largest: ${key}`}
      below={<SourceLine source={source} spot={spot} label={field.label} />}
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

/** `key` is the part that the page shows large. It is dropped once the text no longer contains it. */
const factValue = (value: string, key: string | undefined) => (key && !value.includes(key) ? { value } : value);

export function readFact(value: unknown): { text: string; source: string | undefined; key: string | undefined } {
  if (!isRecord(value))
    return { text: value === undefined || value === null ? "" : String(value), source: undefined, key: undefined };
  const { value: text, source, key } = value;
  return {
    text: text === undefined || text === null ? "" : String(text),
    source: typeof source === "string" ? source : undefined,
    key: typeof key === "string" ? key : undefined,
  };
}

export function SourceLine({ source, spot, label }: { source: string | undefined; spot: Spot; label: string }) {
  const confirmEdit: Edit = { do: "settle", path: spot.path };
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
      <button
        className="button button--small button--line"
        type="button"
        onClick={() => saveEdits(spot.file, [confirmEdit], `${label} confirmed`, spot)}
      >
        Yes, this is right<span className="sr-only">: {label}</span>
      </button>
    </div>
  );
}
