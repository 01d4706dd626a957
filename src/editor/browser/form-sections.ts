import type { Field, Form } from "../api/api-types.ts";
import { joinPath } from "../formats/values.ts";

/** One section of the form: a group or list with its heading, or a run of plain fields without one. */
export interface Section {
  id: string;
  title: string;
  file: string;
  /** The path of the container `field`, or of the group around a run of fields. */
  path: string;
  field: Field | null;
  fields: Field[];
}

const isContainer = ({ kind }: Field) => kind === "group" || kind === "list" || kind === "record";

/** The sections of a form, those with technical fields apart from the others. */
export function splitSections(form: Form): { main: Section[]; technical: Section[] } {
  const choose = (technical: boolean) => form.fields.filter((field) => Boolean(field.technical) === technical);
  return { main: sectionsOf(form, choose(false)), technical: sectionsOf(form, choose(true)) };
}

function sectionsOf(form: Form, fields: Field[], path = ""): Section[] {
  const sections: Section[] = [];
  for (const field of fields) {
    const at = joinPath(path, field.key);
    const last = sections.at(-1);
    const section = { id: `part-${`${form.file}-${at}`.replace(/[^\w]+/g, "-")}`, file: form.file };
    if (field.kind === "group" && field.fields?.length && field.fields.every(isContainer))
      sections.push(...sectionsOf(form, field.fields, at));
    else if (isContainer(field))
      sections.push({ ...section, title: field.label || form.title, path: at, field, fields: [] });
    else if (last && !last.field) last.fields.push(field);
    else sections.push({ ...section, title: field.label, path, field: null, fields: [field] });
  }
  return sections;
}
