import { type ReactNode, useContext, useEffect, useId, useRef } from "react";
import type { Field } from "../../api/api-types.ts";
import { formatContentDay, isRecord } from "../../formats/values.ts";
import { defaultValue } from "../../forms/default-value.ts";
import { optionFor } from "../../forms/find-field.ts";
import { Labelled, RarelyChanged, Select } from "../parts.tsx";
import { ProseField } from "../prose/prose-field.tsx";
import { editField, saveValue } from "../save.ts";
import { childAddress, type FieldAddress, useEditorState, useIsUnsaved, useValue } from "../state.ts";
import { ChoiceField, YesNoField } from "./choice-field.tsx";
import { FactField, SourceLine } from "./fact-field.tsx";
import {
  addressKey,
  ConflictChoice,
  FieldFrame,
  type FieldProps,
  HeadingPath,
  ProblemMessages,
  RemoveButton,
  RowLabel,
  useProblems,
} from "./field-frame.tsx";
import { ListField } from "./list-field.tsx";
import { LogoField, PictureField } from "./picture-field.tsx";
import { TextField } from "./text-field.tsx";

const byKind: Partial<Record<string, (props: FieldProps) => ReactNode>> = {
  fact: FactField,
  prose: ProseField,
  choice: ChoiceField,
  "page-link": ChoiceField,
  "yes-no": YesNoField,
  logo: LogoField,
  picture: PictureField,
  group: GroupField,
  list: ListField,
  record: RecordField,
  either: EitherField,
  "one-of": OneOfField,
};

/** Renders the component for the field's kind; an unknown kind is text. */
export function AnyField({ address, field }: FieldProps) {
  const Kind = byKind[field.kind] ?? TextField;
  return (
    <>
      <Kind address={address} field={field} />
      <ConflictChoice address={address} />
    </>
  );
}

/** The fields of a group, each at its own place below the group's. */
export const Fields = ({ address, fields = [] }: { address: FieldAddress; fields?: Field[] | undefined }) =>
  fields.map((field) => (
    <AnyField key={field.key || field.label} address={childAddress(address, field.key)} field={field} />
  ));

/** A group of fields, with the problems of the group as a whole. */
function GroupField({ address, field }: FieldProps) {
  const id = useId();
  const rowLabel = useContext(RowLabel);
  const hasHeading = useContext(HeadingPath) === address.path;
  const value = useValue(address);
  const problems = useProblems(address, true);
  const [main = [], rare = []] = [false, true].map((isRare) =>
    field.fields?.filter(({ technical }) => (hasHeading && technical === true) === isRare),
  );
  const place = { "data-path": addressKey(address) };
  const inside = (
    <>
      <Fields address={address} fields={main} />
      {rare.length > 0 && (
        <RarelyChanged>
          <Fields address={address} fields={rare} />
        </RarelyChanged>
      )}
      {field.hasSource && isRecord(value) && <SourceLine source={value.source} address={address} label={field.label} />}
      <RemoveButton address={address} field={field}>
        Remove this part
      </RemoveButton>
      <ProblemMessages id={id} problems={problems} alert />
    </>
  );
  if (hasHeading) return <div {...place}>{inside}</div>;
  return (
    <fieldset className="field-group" {...place}>
      <legend className={rowLabel ? "sr-only" : "field-group__name"}>{rowLabel ?? field.label}</legend>
      {field.note && <p className="note">{field.note}</p>}
      {inside}
    </fieldset>
  );
}

/** Entries with names, such as the questions before launch. */
function RecordField({ address, field: { item } }: FieldProps) {
  const value = useValue(address);
  const names = isRecord(value) ? Object.keys(value) : [];
  if (!item) return null;
  return (
    <div data-path={addressKey(address)}>
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
  // Some questions also ask whether something may be offered, or for the day of a proof.
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

/** A value with one of several shapes: a control to choose the shape, then its field. */
function EitherField({ address, field }: FieldProps) {
  const value = useValue(address);
  const rowLabel = useContext(RowLabel);
  const options = field.options ?? [];
  const chosen = optionFor(field, value) ?? options[0];
  const choose = (next: number) => {
    const option = options[next];
    if (option) saveValue(address, field.label, defaultValue(option));
  };
  return (
    <>
      {options.length > 1 && (
        <FieldFrame address={address} field={field} exact={Boolean(chosen?.fields)}>
          {(control) => (
            <Select
              {...control}
              value={chosen ? options.indexOf(chosen) : 0}
              choices={options.map((option, at) => ({ value: String(at), label: option.label || "Words" }))}
              onChange={(next) => choose(Number(next))}
            />
          )}
        </FieldFrame>
      )}
      {chosen && (
        <RowLabel value={rowLabel}>
          <AnyField address={address} field={{ ...chosen, label: chosen.label || field.label }} />
        </RowLabel>
      )}
    </>
  );
}

/** Exactly one of several fields of the same group, such as the "Fourth fact". */
function OneOfField({ address, field }: FieldProps) {
  const value = useValue(address);
  const options = field.options ?? [];
  const chosen = options.find(({ key }) => isRecord(value) && value[key] !== undefined) ?? options[0];
  if (!chosen) return null;
  const choose = (to: string) => {
    const words = isRecord(value) ? value[chosen.key] : "";
    // Only together are they right, so they are saved together.
    editField(childAddress(address, chosen.key), field.label, null);
    saveValue(childAddress(address, to), field.label, words);
  };
  const choices = options.map(({ key, label }) => ({ value: key, label }));
  return (
    <>
      <Labelled label={field.label}>
        {(control) => <Select {...control} value={chosen.key} choices={choices} onChange={choose} />}
      </Labelled>
      <AnyField address={childAddress(address, chosen.key)} field={{ ...chosen, optional: false }} />
    </>
  );
}
