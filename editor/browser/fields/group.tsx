import { useContext, useId } from "react";
import { isRecord } from "../../values.ts";
import { useValue } from "../state.ts";
import { AnyField, inside, type Placed } from "./any.tsx";
import { SourceLine } from "./fact.tsx";
import { Headed, Mistakes, Spoken, useProblems } from "./frame.tsx";

/** Fields that belong together. Beside their own mistakes there may be one about all of them. */
export function GroupField({ spot, field }: Placed) {
  const id = useId();
  const spoken = useContext(Spoken);
  const headed = useContext(Headed) === spot.path;
  const value = useValue(spot);
  const problems = useProblems(spot, true);
  const source = isRecord(value) && typeof value.source === "string" ? value.source : undefined;
  return (
    <fieldset className="set" data-path={`${spot.file}:${spot.path}`}>
      <legend className={spoken || headed ? "vh" : "set__name"}>{spoken ?? field.label}</legend>
      {field.note && <p className="note">{field.note}</p>}
      {field.fields?.map((inner) => (
        <AnyField key={inner.key || inner.label} spot={inside(spot, inner.key)} field={inner} />
      ))}
      {field.sourced && <SourceLine source={source} spot={spot} label={field.label} />}
      <Mistakes id={id} problems={problems} alert />
    </fieldset>
  );
}
