import { useState } from "react";
import { isRecord } from "../../values.ts";
import { Icon } from "../icon.tsx";
import { make } from "../saving.ts";
import { useValue } from "../state.ts";
import { lower } from "../words.ts";
import { AnyField, inside, type Placed } from "./any.tsx";
import { Spoken } from "./frame.tsx";

/** Entries under names of their own: questions before launch, pictures and what they show. */
export function RecordField({ spot, field }: Placed) {
  const value = useValue(spot);
  const [name, setName] = useState("");
  const names = isRecord(value) ? Object.keys(value) : [];
  const { item } = field;
  if (!item) return null;
  const one = field.one ?? item.label ?? "entry";
  const add = () => {
    if (!name.trim() || names.includes(name.trim())) return;
    make(
      spot.file,
      [{ do: "add", path: spot.path, at: names.length, name: name.trim(), value: field.fresh ?? "" }],
      `${field.label}: ${name.trim()} added`,
      inside(spot, name.trim()),
    );
    setName("");
  };
  return (
    <div data-path={`${spot.file}:${spot.path}`}>
      {names.map((entry, at) => (
        <div key={entry} className="entry">
          {item.gate ? (
            <Question entry={inside(spot, entry)} at={at + 1} of={names.length} item={item} />
          ) : item.kind === "group" ? (
            <AnyField spot={inside(spot, entry)} field={{ ...item, key: entry, label: entry }} />
          ) : (
            <AnyField spot={inside(spot, entry)} field={{ ...item, label: entry }} />
          )}
        </div>
      ))}
      {!item.gate && !field.fixed && (
        <div className="add line">
          <input
            className="input input--short"
            aria-label={`Name of the new ${lower(one)}`}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <button
            className="button button--line button--small"
            type="button"
            aria-disabled={name.trim() ? undefined : true}
            onClick={add}
          >
            <Icon name="add" />
            Add {lower(one)}
          </button>
        </div>
      )}
    </div>
  );
}

/** The question stands as a sentence; only the answer, its date and the initials are hers. */
function Question({ entry, at, of, item }: { entry: Placed["spot"]; at: number; of: number; item: Placed["field"] }) {
  const value = useValue(entry);
  const question = isRecord(value) ? String(value.question ?? "") : "";
  return (
    <fieldset className="set">
      <legend className="set__name">
        Question {at} of {of}
      </legend>
      <p>{question}</p>
      <Spoken value={null}>
        {item.fields
          ?.filter(({ key }) => key !== "question" && key !== "settles" && key !== "needs")
          .map((field) => (
            <AnyField
              key={field.key}
              spot={inside(entry, field.key)}
              field={field.key === "answer" ? { ...field, note: "Never shown on the site." } : field}
            />
          ))}
      </Spoken>
    </fieldset>
  );
}
