import { type ReactNode, useContext, useEffect, useRef } from "react";
import type { Field } from "../../api/api-types.ts";
import { formatContentDay, isRecord, keysOf, pathOf } from "../../formats/values.ts";
import { defaultValue } from "../../forms/default-value.ts";
import { optionFor } from "../../forms/find-field.ts";
import { Labelled, RarelyChanged, Select } from "../parts.tsx";
import { ProseField } from "../prose/prose-field.tsx";
import { editField, saveValue } from "../save.ts";
import { childAddress, type FieldAddress, isUnsaved, shownValue, useEditorState, useValue } from "../state.ts";
import { ChoiceField, YesNoField } from "./choice-field.tsx";
import {
  addressKey,
  ConflictChoice,
  FieldFrame,
  type FieldProps,
  PartProblems,
  RemoveButton,
  RowLabel,
} from "./field-frame.tsx";
import { ListField } from "./list-field.tsx";
import { LogoField, PictureField } from "./picture-field.tsx";
import { FactField, SourceLine, TextField } from "./text-field.tsx";

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
export function AnyField(props: FieldProps) {
  const Kind = byKind[props.field.kind] ?? TextField;
  return (
    <>
      <Kind {...props} />
      <ConflictChoice address={props.address} />
    </>
  );
}

/** The fields of a group, each at its own place below the group's. */
export const Fields = ({ address, fields = [] }: { address: FieldAddress; fields?: Field[] | undefined }) =>
  fields.map((field) => (
    <AnyField key={field.key || field.label} address={childAddress(address, field.key)} field={field} />
  ));

/** A group of fields, with the problems of the group as a whole. */
function GroupField({ address, field, hasHeading }: FieldProps) {
  const rowLabel = useContext(RowLabel);
  const value = useValue(address);
  const isRare = ({ technical }: Field) => hasHeading && technical;
  const rare = field.fields?.filter(isRare);
  const place = { "data-path": addressKey(address) };
  const inside = (
    <>
      <Fields address={address} fields={field.fields?.filter((one) => !isRare(one))} />
      {Boolean(rare?.length) && (
        <RarelyChanged>
          <Fields address={address} fields={rare} />
        </RarelyChanged>
      )}
      {field.hasSource && isRecord(value) && <SourceLine source={value.source} address={address} label={field.label} />}
      <RemoveButton address={address} field={field}>
        Remove this part
      </RemoveButton>
      <PartProblems address={address} />
    </>
  );
  if (hasHeading) return <div {...place}>{inside}</div>;
  return (
    <fieldset className="field-group" {...place}>
      <legend className={rowLabel ? "sr-only" : undefined}>{rowLabel ?? field.label}</legend>
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
function Question({ address, field, place }: FieldProps & { place: string }) {
  const value = useValue(address);
  const given = isRecord(value) ? value : {};
  useFillSignature(address, given);
  // Some questions also ask whether something may be offered, or for the day of a proof.
  const asked = ["answer", "date", "initials", ...["offer", "proof"].filter((key) => key in given)];
  const waits = asked.length > 3 ? "" : " An answer that begins with No or Not keeps the launch waiting.";
  const note = `Never shown on the site.${waits}`;
  // The schema allows a question without an answer, but the launch asks for all of it.
  const fields = field.fields
    ?.filter(({ key }) => asked.includes(key))
    .map((one) => ({ ...one, askedAtLaunch: true, ...(one.key === "answer" && { note }) }));
  return (
    <fieldset className="field-group">
      <legend>
        {given.title ? `${given.title}, question` : "Question"} {place}
      </legend>
      <p>{String(given.question ?? "")}</p>
      <Fields address={address} fields={fields} />
    </fieldset>
  );
}

/** A new answer is signed with today's date and the initials of another answer, where these are still empty. */
function useFillSignature({ file, path }: FieldAddress, given: Record<string, unknown>) {
  const state = useEditorState();
  const { answer, date, initials } = given;
  const isSaved = !isUnsaved(state, { file, path: `${path}/answer` });
  const earlier = useRef(answer);
  useEffect(() => {
    if (!isSaved || !answer || answer === earlier.current) return;
    earlier.current = answer;
    const today = formatContentDay(new Date(), state.site?.timeZone ?? "UTC");
    const answers = shownValue(state, { file, path: pathOf(keysOf(path).slice(0, -1)) });
    const signed = Object.values(isRecord(answers) ? answers : {}).find((one) => isRecord(one) && one.initials);
    const signature = isRecord(signed) ? signed.initials : null;
    saveValue({ file, path }, "Date and initials", { ...given, date: date || today, initials: initials || signature });
  });
}

/** A value with one of several shapes: a control to choose the shape, then its field. */
function EitherField({ address, field }: FieldProps) {
  const value = useValue(address);
  const { label, options = [] } = field;
  const chosen = optionFor(field, value) ?? options[0];
  if (!chosen) return null;
  const choices = options.map((option, at) => ({ value: String(at), label: option.label || "Words" }));
  const choose = (next: string) => {
    const option = options[Number(next)];
    if (option) saveValue(address, label, defaultValue(option));
  };
  return (
    <>
      {options.length > 1 && (
        <FieldFrame address={address} field={field} exact={Boolean(chosen.fields)}>
          {(control) => <Select {...control} value={options.indexOf(chosen)} choices={choices} onChange={choose} />}
        </FieldFrame>
      )}
      <AnyField address={address} field={{ ...chosen, label: chosen.label || label }} />
    </>
  );
}

/** Exactly one of several fields of the same group, such as the "Fourth fact". */
function OneOfField({ address, field: { label, options = [] } }: FieldProps) {
  const value = useValue(address);
  const given = isRecord(value) ? value : {};
  const chosen = options.find(({ key }) => given[key] !== undefined) ?? options[0];
  if (!chosen) return null;
  const choices = options.map((option) => ({ value: option.key, label: option.label }));
  const choose = (to: string) => {
    // Only together are they right, so they are saved together.
    editField(childAddress(address, chosen.key), label, null);
    saveValue(childAddress(address, to), label, given[chosen.key]);
  };
  return (
    <>
      <Labelled label={label} value={chosen.key} choices={choices} onChange={choose} />
      <AnyField address={childAddress(address, chosen.key)} field={{ ...chosen, optional: false }} />
    </>
  );
}
