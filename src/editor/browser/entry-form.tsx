import { type FocusEvent, type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import type { Entry, Field, Form } from "../api/api-types.ts";
import { joinPath, showsField } from "../formats/values.ts";
import { AnyField, Fields } from "./fields/any-field.tsx";
import { ConflictChoice } from "./fields/conflict-choice.tsx";
import { HeadingPath, ProblemMessages, useProblems } from "./fields/field-frame.tsx";
import { RemoveButton } from "./fields/remove-button.tsx";
import { goTo, loadForm } from "./navigation.ts";
import { Button } from "./parts.tsx";
import { enqueue } from "./save.ts";
import { SaveStatus } from "./save-status.tsx";
import { getState, isInside, setState, useEditorState, useValue } from "./state.ts";

export function EntryForm({ entry }: { entry: Entry }) {
  const forms = useEditorState((state) => state.forms);
  const body = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the forms are loaded again when another entry is opened
  useEffect(() => {
    for (const file of entry.files) loadForm(file);
    // On a phone the heading scrolls too.
    for (const scrolled of [body.current, body.current?.parentElement]) scrolled?.scrollTo({ top: 0 });
  }, [entry.id]);
  const openForms = entry.files.flatMap((file) => {
    const form = forms[file];
    return form ? [{ ...form, fields: form.fields.filter(({ key }) => showsField(entry, { file, path: key })) }] : [];
  });
  const split = openForms.map(splitSections);
  const sections = split.flatMap(({ main }) => main);
  const technical = split.flatMap((parts) => parts.technical);
  const linked = sections.filter(({ field }, at) => field || at === 0);
  return (
    <main className="form" id="words" tabIndex={-1} aria-label={`The words of ${entry.title}`}>
      <div className={linked.length > 1 ? "form__head" : "form__head form__head--plain"}>
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
        {(entry.only ? [] : openForms).map((form) => (
          <FileProblems key={form.file} form={form} />
        ))}
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

const RarelyChanged = ({ children }: { children: ReactNode }) => (
  <details className="more">
    <summary>
      <Icon shape={icons.chevronRight} className="chevron" />
      More, rarely changed
    </summary>
    {children}
  </details>
);

/** What can be done with a treatment as a whole. */
function TreatmentActions({ entry: { id, title } }: { entry: Entry }) {
  const [, slug] = /^treatments\/(.+)$/.exec(id) ?? [];
  if (!slug) return null;
  return (
    <div className="group line">
      <Button look="line small" about={title} onClick={() => goTo({ name: "new-treatment", id: slug })}>
        Copy this treatment
      </Button>
      <Button look="line small" about={title} onClick={() => goTo({ name: "remove-treatment", id: slug })}>
        Remove for good
      </Button>
    </div>
  );
}

const goToSection = (id: string) => {
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: "start" });
  section?.querySelector<HTMLElement>("[data-control], button")?.focus({ preventScroll: true });
};

function FormSection({ section: { id, title, field, fields, file, path } }: { section: Section }) {
  const limits = field?.kind === "list" && field.max && field.max < 30 ? `${field.min ?? 0} to ${field.max}.` : "";
  const inner = field?.kind === "group" && !field.hasSource ? (field.fields ?? []) : null;
  const rare = inner?.filter(({ technical }) => technical) ?? [];
  const isEmpty = !useValue({ file, path }) && Boolean(inner && field?.optional);
  // What an empty part lacks once she begins to fill it in counts where she has left it, as in a new entry of a list.
  const begin = () =>
    isEmpty && !isInside(getState().newEntry, { file, path }) && setState({ newEntry: { file, path, left: [] } });
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const isLeft = document.hasFocus() && !currentTarget.contains(relatedTarget);
    if (isLeft && inner && getState().newEntry?.path === path) enqueue(async () => setState({ newEntry: null }));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only tracks whether the focus is in it
    <div
      className="group"
      id={id}
      onFocusCapture={begin}
      onBlur={leave}
      {...(field && { role: "region", "aria-label": title })}
    >
      {field && <h2>{title}</h2>}
      {(field?.note || limits) && <p>{[field?.note, limits].filter(Boolean).join(" ")}</p>}
      {field && !inner ? (
        <HeadingPath value={path}>
          <AnyField address={{ file, path }} field={field} />
        </HeadingPath>
      ) : (
        <>
          <Fields address={{ file, path }} fields={(inner ?? fields).filter((one) => !rare.includes(one))} />
          {rare.length > 0 && (
            <RarelyChanged>
              <Fields address={{ file, path }} fields={rare} />
            </RarelyChanged>
          )}
        </>
      )}
      {field && inner && (
        <>
          <RemoveButton address={{ file, path }} field={field}>
            Remove this part
          </RemoveButton>
          <ConflictChoice address={{ file, path }} />
        </>
      )}
    </div>
  );
}

/** Problems of a whole file have no field, so they are shown above the form. */
function FileProblems({ form }: { form: Form }) {
  const problems = useProblems({ file: form.file, path: "" }, true);
  return <ProblemMessages id={`whole-${form.file}`} problems={problems} alert />;
}

/** One section of the form: a group or list with its heading, or a run of plain fields without one. */
interface Section {
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
function splitSections(form: Form): { main: Section[]; technical: Section[] } {
  const fieldsOf = (technical: boolean) => form.fields.filter((field) => Boolean(field.technical) === technical);
  return { main: sectionsOf(form, fieldsOf(false)), technical: sectionsOf(form, fieldsOf(true)) };
}

function sectionsOf(form: Form, fields: Field[], path = ""): Section[] {
  const sections: Section[] = [];
  for (const field of fields) {
    const at = joinPath(path, field.key);
    const last = sections.at(-1);
    const section = { id: `part-${`${form.file}-${at}`.replace(/[^\w]+/g, "-")}`, file: form.file };
    // A group that explains itself is one part, and any other of nothing but parts is as many.
    if (
      field.kind === "group" &&
      !field.optional &&
      !field.note &&
      field.fields?.length &&
      field.fields.every(isContainer)
    )
      sections.push(...sectionsOf(form, field.fields, at));
    else if (isContainer(field))
      sections.push({ ...section, title: field.label || form.title, path: at, field, fields: [] });
    else if (last && !last.field) last.fields.push(field);
    else sections.push({ ...section, title: field.label, path, field: null, fields: [field] });
  }
  return sections;
}
