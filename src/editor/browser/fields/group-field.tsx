import { useContext, useEffect, useId, useRef } from "react";
import { formatContentDay, isRecord } from "../../formats/values.ts";
import { saveValue } from "../save.ts";
import { childAddress, useEditorState, useIsUnsaved, useValue } from "../state.ts";
import { AnyField, Fields } from "./any-field.tsx";
import { SourceLine } from "./fact-field.tsx";
import { type FieldProps, HeadingPath, ProblemMessages, RowLabel, useProblems } from "./field-frame.tsx";
import { RemoveButton } from "./remove-button.tsx";

/** A group of fields. It also shows the problems of the group as a whole. */
export function GroupField({ address, field }: FieldProps) {
  const id = useId();
  const rowLabel = useContext(RowLabel);
  const hasHeading = useContext(HeadingPath) === address.path;
  const value = useValue(address);
  const problems = useProblems(address, true);
  return (
    <fieldset className="field-group" data-path={`${address.file}:${address.path}`}>
      <legend className={rowLabel || hasHeading ? "sr-only" : "field-group__name"}>{rowLabel ?? field.label}</legend>
      {!hasHeading && field.note && <p className="note">{field.note}</p>}
      <Fields address={address} fields={field.fields} />
      {field.hasSource && isRecord(value) && <SourceLine source={value.source} address={address} label={field.label} />}
      <RemoveButton address={address} field={field}>
        Remove this part
      </RemoveButton>
      <ProblemMessages id={id} problems={problems} alert />
    </fieldset>
  );
}

/** Entries with names, such as the questions before launch. */
export function RecordField({ address, field: { item } }: FieldProps) {
  const value = useValue(address);
  const names = isRecord(value) ? Object.keys(value) : [];
  if (!item) return null;
  return (
    <div data-path={`${address.file}:${address.path}`}>
      {names.map((entry, at) => (
        <div key={entry} className="entry">
          {item.launchQuestion ? (
            <Question address={childAddress(address, entry)} field={item} place={`${at + 1} of ${names.length}`} />
          ) : (
            <AnyField address={childAddress(address, entry)} field={{ ...item, key: entry, label: entry }} />
          )}
        </div>
      ))}
    </div>
  );
}

/** The question is shown as text; only the answer, its date and the initials can be edited. */
function Question({ address: entry, field: item, place }: FieldProps & { place: string }) {
  const value = useValue(entry);
  const given = isRecord(value) ? value : {};
  useFillSignature(entry, given);
  // Some questions also ask whether something may be offered, or for the day of a proof. */
  const isAsked = (key: string) =>
    ["answer", "date", "initials"].includes(key) || (/^(offer|proof)$/.test(key) && key in given);
  const note = isAsked("offer") || isAsked("proof") ? neverShown : `${neverShown} ${noWaits}`;
  // The schema allows a question without an answer, but the launch asks for all of it.
  const asked = item.fields
    ?.filter(({ key }) => isAsked(key))
    .map((field) => ({ ...field, askedAtLaunch: true, ...(field.key === "answer" && { note }) }));
  return (
    <fieldset className="field-group">
      <legend className="field-group__name">
        {given.title ? `${given.title}, question` : "Question"} {place}
      </legend>
      <p>{String(given.question ?? "")}</p>
      <RowLabel value={null}>
        <Fields address={entry} fields={asked} />
      </RowLabel>
    </fieldset>
  );
}

const neverShown = "Never shown on the site.";
const noWaits = "An answer that begins with No or Not keeps the launch waiting.";

/** A new answer is signed with today's date and the initials of another answer, where these are still empty. */
function useFillSignature({ file, path }: FieldProps["address"], given: Record<string, unknown>) {
  const { answer, date, initials } = given;
  const answers = useValue({ file, path: path.split("/").slice(0, -1).join("/") });
  const saved = !useIsUnsaved({ file, path: `${path}/answer` });
  const timeZone = useEditorState(({ site }) => site?.timeZone ?? "UTC");
  const signature = findSignature(answers);
  const earlier = useRef(answer);
  useEffect(() => {
    if (!saved || !answer || answer === earlier.current) return;
    earlier.current = answer;
    const today = formatContentDay(new Date(), timeZone);
    const signed = { ...given, date: date || today, initials: initials || signature || null };
    saveValue({ file, path }, "Date and initials", signed);
  }, [answer, saved, date, initials, signature, timeZone, file, path, given]);
}

const findSignature = (answers: unknown): string | undefined =>
  Object.values(isRecord(answers) ? answers : {})
    .map((one) => (isRecord(one) && typeof one.initials === "string" ? one.initials : ""))
    .find((initials) => initials !== "");
