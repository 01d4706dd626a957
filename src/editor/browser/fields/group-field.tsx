import { useContext, useId } from "react";
import { isRecord } from "../../formats/values.ts";
import { useValue } from "../state.ts";
import { AnyField, childSpot, type FieldProps } from "./any-field.tsx";
import { SourceLine } from "./fact-field.tsx";
import { HeadingPath, ProblemMessages, RowLabel, useProblems } from "./field-frame.tsx";

/** A group of fields. It also shows the problems of the group as a whole. */
export function GroupField({ spot, field }: FieldProps) {
  const id = useId();
  const rowLabel = useContext(RowLabel);
  const hasHeading = useContext(HeadingPath) === spot.path;
  const value = useValue(spot);
  const problems = useProblems(spot, true);
  return (
    <fieldset className="set" data-path={`${spot.file}:${spot.path}`}>
      <legend className={rowLabel || hasHeading ? "sr-only" : "set__name"}>{rowLabel ?? field.label}</legend>
      {field.note && <p className="note">{field.note}</p>}
      {field.fields?.map((inner) => (
        <AnyField key={inner.key || inner.label} spot={childSpot(spot, inner.key)} field={inner} />
      ))}
      {field.hasSource && <SourceLine source={isRecord(value) && value.source} spot={spot} label={field.label} />}
      <ProblemMessages id={id} problems={problems} alert />
    </fieldset>
  );
}
