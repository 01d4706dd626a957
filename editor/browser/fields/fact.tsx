import type { Edit, Field } from "../../shapes.ts";
import { isRecord } from "../../values.ts";
import { Icon } from "../icon.tsx";
import { make } from "../saving.ts";
import type { Spot } from "../state.ts";
import { Frame, useTyped } from "./frame.tsx";
import { roomLeft, TextControl } from "./text.tsx";

/** A text and where it comes from. Changing a guess or a sample settles it. */
export function FactField({ spot, field }: { spot: Spot; field: Field }) {
  const { value, changed, put } = useTyped(spot, field.label);
  const { words, source, key } = readFact(value);
  const type = (text: string) => put(text === "" && field.optional ? null : written(text, key));
  return (
    <Frame
      spot={spot}
      field={field}
      count={changed || !key ? roomLeft(words, field) : `largest: ${key}`}
      below={<SourceLine source={source} spot={spot} label={field.label} />}
      use={type}
    >
      {(control) => <TextControl control={control} field={{ ...field, kind: "text" }} text={words} put={type} />}
    </Frame>
  );
}

/** The part that is set large stays while it is still one of the words. */
const written = (value: string, key: string | undefined) => (key && !value.includes(key) ? { value } : value);

export function readFact(value: unknown): { words: string; source: string | undefined; key: string | undefined } {
  if (!isRecord(value))
    return { words: value === undefined || value === null ? "" : String(value), source: undefined, key: undefined };
  const { value: words, source, key } = value;
  return {
    words: words === undefined || words === null ? "" : String(words),
    source: typeof source === "string" ? source : undefined,
    key: typeof key === "string" ? key : undefined,
  };
}

export function SourceLine({ source, spot, label }: { source: string | undefined; spot: Spot; label: string }) {
  const settle: Edit = { do: "settle", path: spot.path };
  if (source === "sample") {
    return (
      <div className="source source--sample">
        <Icon name="sample" />
        <span>Sample. Put your own here.</span>
      </div>
    );
  }
  if (source !== "proposed") {
    return (
      <p className="source">
        <Icon name="tick" />
        Settled
      </p>
    );
  }
  return (
    <div className="source source--guess">
      <Icon name="guess" />
      <span>Careful guess. Is this so?</span>
      <button
        className="button button--small button--line"
        type="button"
        onClick={() => make(spot.file, [settle], `${label} settled`, spot)}
      >
        Yes, settle it<span className="vh">: {label}</span>
      </button>
    </div>
  );
}
