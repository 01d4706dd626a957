import type { Field, Form } from "../shapes.ts";

/** A stretch of the form under one heading: a group or a list, or fields that follow each other without one. */
export interface Part {
  id: string;
  title: string;
  /** Runs of plain fields carry no heading of their own. */
  headed: boolean;
  file: string;
  /** Keys of the group the fields stand in. */
  path: string;
  field: Field | null;
  fields: Field[];
}

const container = ({ kind }: Field) => kind === "group" || kind === "list" || kind === "record";

export function partsOf(form: Form, fields = form.fields, path = ""): Part[] {
  const parts: Part[] = [];
  for (const field of fields) {
    const at = path && field.key ? `${path}/${field.key}` : path || field.key;
    if (field.kind === "group" && field.fields?.length && field.fields.every(container)) {
      parts.push(...partsOf(form, field.fields, at));
    } else if (container(field)) {
      parts.push({ ...empty(form, at), title: field.label || form.title, headed: true, field });
    } else {
      const last = parts.at(-1);
      if (last && !last.field) last.fields.push(field);
      else parts.push({ ...empty(form, path), id: idOf(form, at), title: field.label, headed: false, fields: [field] });
    }
  }
  return parts;
}

const idOf = ({ file }: Form, path: string) => `part-${`${file}-${path}`.replace(/[^\w]+/g, "-")}`;

const empty = (form: Form, path: string): Part => ({
  id: idOf(form, path),
  title: "",
  headed: false,
  file: form.file,
  path,
  field: null,
  fields: [],
});
