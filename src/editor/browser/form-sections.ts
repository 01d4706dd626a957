import type { Field, Form } from "../api/api-types.ts";

/** One section of the form: a group, a list, or a run of fields without a heading. */
export interface Section {
  id: string;
  title: string;
  /** A run of plain fields has no heading. */
  hasHeading: boolean;
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
    const at = path && field.key ? `${path}/${field.key}` : path || field.key;
    if (field.kind === "group" && field.fields?.length && field.fields.every(isContainer)) {
      sections.push(...sectionsOf(form, field.fields, at));
    } else if (isContainer(field)) {
      sections.push({ ...emptySection(form, at), title: field.label || form.title, hasHeading: true, field });
    } else {
      const last = sections.at(-1);
      if (last && !last.field) last.fields.push(field);
      else
        sections.push({
          ...emptySection(form, path),
          id: sectionId(form, at),
          title: field.label,
          hasHeading: false,
          fields: [field],
        });
    }
  }
  return sections;
}

const sectionId = ({ file }: Form, path: string) => `part-${`${file}-${path}`.replace(/[^\w]+/g, "-")}`;

const emptySection = (form: Form, path: string): Section => ({
  id: sectionId(form, path),
  title: "",
  hasHeading: false,
  file: form.file,
  path,
  field: null,
  fields: [],
});
