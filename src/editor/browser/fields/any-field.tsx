import type { ReactNode } from "react";
import type { Field } from "../../api/api-types.ts";
import { ProseField } from "../prose/prose-field.tsx";
import { childAddress, type FieldAddress } from "../state.ts";
import { ChoiceField, YesNoField } from "./choice-field.tsx";
import { ConflictChoice } from "./conflict-choice.tsx";
import { EitherField, OneOfField } from "./either-field.tsx";
import { FactField } from "./fact-field.tsx";
import type { FieldProps } from "./field-frame.tsx";
import { GroupField, RecordField } from "./group-field.tsx";
import { ListField } from "./list-field.tsx";
import { LogoField } from "./logo-field.tsx";
import { PictureField } from "./picture-field.tsx";
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
