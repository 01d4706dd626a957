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
  const { text, source, answer } = readFact(value);
  const parse = (text: string) => (text === "" && field.optional ? null : factValue(text, answer));
  return (
    <FieldFrame
      spot={spot}
      field={field}
      count={changed || !answer ? remainingText(text, field) : `largest: ${answer}`}
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

/** The parts in which the page sets a fact belong to its old words, so new words drop them; see compose-fact.ts. */
const factValue = (value: string, answer: string | undefined) => (answer ? { value } : value);

export function readFact(value: unknown): { text: string; source: string | undefined; answer: string | undefined } {
  if (!isRecord(value))
    return { text: value === undefined || value === null ? "" : String(value), source: undefined, answer: undefined };
  const { value: text, source, answer } = value;
  return {
    text: text === undefined || text === null ? "" : String(text),
    source: typeof source === "string" ? source : undefined,
    answer: typeof answer === "string" ? answer : undefined,
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
