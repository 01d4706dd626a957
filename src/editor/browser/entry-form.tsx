import { useEffect, useRef } from "react";
import type { Entry, Field, Form } from "../api/api-types.ts";
import { joinPath, showsField } from "../formats/values.ts";
import { AnyField, Fields } from "./fields/any-field.tsx";
import { PartProblems } from "./fields/field-frame.tsx";
import { goTo } from "./navigation.ts";
import { Button, RarelyChanged } from "./parts.tsx";
import { loadForm } from "./save.ts";
import { SaveStatus } from "./save-status.tsx";
import { type FieldAddress, useEditorState } from "./state.ts";

export function EntryForm({ entry }: { entry: Entry }) {
  const { forms } = useEditorState();
  const body = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the forms are loaded again when another entry is opened
  useEffect(() => {
    for (const file of entry.files) loadForm(file);
    // On a phone the heading scrolls too.
    for (const scrolled of [body.current, body.current?.parentElement]) scrolled?.scrollTo({ top: 0 });
  }, [entry.id]);
  const openForms = entry.files.flatMap((file) => forms[file] ?? []);
  const [sections = [], technical = []] = [false, true].map((isRare) =>
    openForms.flatMap((form) => {
      const isHere = ({ key }: Field) => showsField(entry, { file: form.file, path: key });
      return sectionsOf(
        form,
        form.fields.filter((field) => isHere(field) && Boolean(field.technical) === isRare),
      );
    }),
  );
  const linked = sections.filter(({ field }, at) => field || at === 0);
  return (
    <main className="form" id="words" tabIndex={-1} aria-label={`The words of ${entry.title}`}>
      <div className="form__head">
        <p className="small soft">{entry.group.join(", ") || "Your site"}</p>
        <h1>{entry.title}</h1>
        {linked.length > 1 && (
          <nav className="section-links" aria-label="Parts of this page">
            {linked.map(({ id, title, field }) => (
              <button key={id} type="button" onClick={() => goToSection(id)}>
                {field ? title : "Beginning"}
              </button>
            ))}
          </nav>
        )}
      </div>
      <form className="form__body" ref={body} onSubmit={(event) => event.preventDefault()}>
        {!entry.only && openForms.map(({ file }) => <PartProblems key={file} address={{ file, path: "" }} />)}
        {sections.map((part) => (
          <FormSection key={part.id} section={part} />
        ))}
        {technical.length > 0 && (
          <RarelyChanged>
            {technical.map((part) => (
              <FormSection key={part.id} section={part} />
            ))}
          </RarelyChanged>
        )}
        <TreatmentActions entry={entry} />
      </form>
      <SaveStatus />
    </main>
  );
}

/** What can be done with a treatment as a whole. */
function TreatmentActions({ entry: { id, title } }: { entry: Entry }) {
  const [, slug] = /^treatments\/(.+)$/.exec(id) ?? [];
  if (!slug) return null;
  return (
    <div className="group line">
      <Button look="line small" about={title} onClick={() => goTo(`new-treatment/${slug}`)}>
        Copy this treatment
      </Button>
      <Button look="line small" about={title} onClick={() => goTo(`remove-treatment/${slug}`)}>
        Remove for good
      </Button>
    </div>
  );
}

function goToSection(id: string) {
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: "start" });
  section?.querySelector<HTMLElement>("[data-control], button")?.focus({ preventScroll: true });
}

function FormSection({ section: { id, title, address, field, fields } }: { section: Section }) {
  if (!field)
    return (
      <div className="group" id={id}>
        <Fields address={address} fields={fields} />
      </div>
    );
  const limits = field.kind === "list" && field.max && field.max < 30 ? `${field.min ?? 0} to ${field.max}.` : "";
  return (
    <section className="group" id={id} aria-label={title}>
      <h2>{title}</h2>
      {(field.note || limits) && <p>{[field.note, limits].filter(Boolean).join(" ")}</p>}
      <AnyField address={address} field={field} hasHeading />
    </section>
  );
}

/** One section of the form: a group or list with its heading, or a run of plain fields without one. */
interface Section {
  id: string;
  title: string;
  /** Of the container `field`, or of the group around a run of fields. */
  address: FieldAddress;
  field: Field | null;
  fields: Field[];
}

const isContainer = ({ kind }: Field) => kind === "group" || kind === "list" || kind === "record";

function sectionsOf(form: Form, fields: Field[], path = ""): Section[] {
  const { file } = form;
  const sections: Section[] = [];
  for (const field of fields) {
    const at = joinPath(path, field.key);
    const last = sections.at(-1);
    const id = `part-${`${file}-${at}`.replace(/[^\w]+/g, "-")}`;
    const { kind, optional, note, fields: inside = [] } = field;
    // A group that explains itself is one part, and any other of nothing but parts is as many.
    if (kind === "group" && !optional && !note && inside.length && inside.every(isContainer))
      sections.push(...sectionsOf(form, inside, at));
    else if (isContainer(field))
      sections.push({ id, title: field.label || form.title, address: { file, path: at }, field, fields: [] });
    else if (last && !last.field) last.fields.push(field);
    else sections.push({ id, title: field.label, address: { file, path }, field: null, fields: [field] });
  }
  return sections;
}
