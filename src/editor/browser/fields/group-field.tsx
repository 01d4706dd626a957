import { useContext, useEffect, useId, useRef } from "react";
import type { Edit } from "../../api/api-types.ts";
import { formatContentDay, isRecord } from "../../formats/values.ts";
import { saveEdits } from "../save.ts";
import { useEditorState, useValue } from "../state.ts";
import { AnyField, childSpot, type FieldProps, Fields } from "./any-field.tsx";
import { SourceLine } from "./fact-field.tsx";
import { HeadingPath, ProblemMessages, RowLabel, useProblems } from "./field-frame.tsx";
import { RemoveButton } from "./remove-button.tsx";

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
      <Fields spot={spot} fields={field.fields} />
      {field.hasSource && <SourceLine source={isRecord(value) && value.source} spot={spot} label={field.label} />}
      <RemoveButton spot={spot} field={field}>
        Remove this part
      </RemoveButton>
      <ProblemMessages id={id} problems={problems} alert />
    </fieldset>
  );
}

/** Entries with names, such as the questions before launch. */
export function RecordField({ spot, field: { item } }: FieldProps) {
  const value = useValue(spot);
  const names = isRecord(value) ? Object.keys(value) : [];
  if (!item) return null;
  return (
    <div data-path={`${spot.file}:${spot.path}`}>
      {names.map((entry, at) => (
        <div key={entry} className="entry">
          {item.launchQuestion ? (
            <Question spot={childSpot(spot, entry)} field={item} place={`${at + 1} of ${names.length}`} />
          ) : (
            <AnyField spot={childSpot(spot, entry)} field={{ ...item, key: entry, label: entry }} />
          )}
        </div>
      ))}
    </div>
  );
}

/** The question is shown as text; only the answer, its date and the initials can be edited. */
function Question({ spot: entry, field: item, place }: FieldProps & { place: string }) {
  const value = useValue(entry);
  const given = isRecord(value) ? value : {};
  useFillSignature(entry, given);
  // Some questions also ask whether something may be offered, or for the day of a proof. */
  const isAsked = (key: string) =>
    ["answer", "date", "initials"].includes(key) || (/^(offer|proof)$/.test(key) && key in given);
  // The schema allows a question without an answer, but the launch asks for all of it.
  const asked = item.fields
    ?.filter(({ key }) => isAsked(key))
    .map((field) => ({ ...field, askedAtLaunch: true, ...(field.key === "answer" && { note: neverShown }) }));
  return (
    <fieldset className="set">
      <legend className="set__name">
        {given.title ? `${given.title}, question` : "Question"} {place}
      </legend>
      <p>{String(given.question ?? "")}</p>
      <RowLabel value={null}>
        <Fields spot={entry} fields={asked} />
      </RowLabel>
    </fieldset>
  );
}

const neverShown = "Never shown on the site.";

/** A new answer is signed with today's date and the initials of another answer, where these are still empty. */
function useFillSignature({ file, path }: FieldProps["spot"], { answer, date, initials }: Record<string, unknown>) {
  const answers = useValue({ file, path: path.split("/").slice(0, -1).join("/") });
  const saved = useEditorState(({ unsaved }) => !unsaved[file]?.edits[`${path}/answer`]);
  const timeZone = useEditorState(({ site }) => site?.timeZone ?? "UTC");
  const signature = findSignature(answers);
  const earlier = useRef(answer);
  useEffect(() => {
    if (!saved || !answer || answer === earlier.current) return;
    earlier.current = answer;
    const today = formatContentDay(new Date(), timeZone);
    const edits: Edit[] = [
      ...(date ? [] : [{ do: "set" as const, path: `${path}/date`, value: today }]),
      ...(initials || !signature ? [] : [{ do: "set" as const, path: `${path}/initials`, value: signature }]),
    ];
    if (edits.length) saveEdits({ file, path: `${path}/answer` }, edits, "Date and initials");
  }, [answer, saved, date, initials, signature, timeZone, file, path]);
}

const findSignature = (answers: unknown): string | undefined =>
  Object.values(isRecord(answers) ? answers : {})
    .map((one) => (isRecord(one) && typeof one.initials === "string" ? one.initials : ""))
    .find((initials) => initials !== "");
