import type { ReactNode } from "react";
import type { Field, Key } from "../../api/api-types.ts";
import { joinPath } from "../../formats/values.ts";
import { ProseField } from "../prose/prose-field.tsx";
import type { Spot } from "../state.ts";
import { ChoiceField, YesNoField } from "./choice-field.tsx";
import { EitherField, OneOfField } from "./either-field.tsx";
import { FactField } from "./fact-field.tsx";
import { GroupField, RecordField } from "./group-field.tsx";
import { ListField } from "./list-field.tsx";
import { PictureField } from "./picture-field.tsx";
import { TextField } from "./text-field.tsx";

export interface FieldProps {
  spot: Spot;
  field: Field;
}

const byKind: Partial<Record<string, (props: FieldProps) => ReactNode>> = {
  fact: FactField,
  prose: ProseField,
  choice: ChoiceField,
  "page-link": ChoiceField,
  "yes-no": YesNoField,
  picture: PictureField,
  group: GroupField,
  list: ListField,
  record: RecordField,
  either: EitherField,
  "one-of": OneOfField,
};

/** Renders the component for the field's kind; an unknown kind is text. */
export function AnyField({ spot, field }: FieldProps) {
  const Kind = byKind[field.kind] ?? TextField;
  return <Kind spot={spot} field={field} />;
}

/** The fields of a group, each at its own place below the group's. */
export const Fields = ({ spot, fields = [] }: { spot: Spot; fields?: Field[] | undefined }) =>
  fields.map((field) => <AnyField key={field.key || field.label} spot={childSpot(spot, field.key)} field={field} />);

export const childSpot = ({ file, path }: Spot, key: Key): Spot => ({ file, path: joinPath(path, key) });
