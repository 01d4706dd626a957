import { useEffect, useRef, useState } from "react";
import { Icon } from "../../design/icon.tsx";
import * as icons from "../../design/icons.ts";
import type { Entry, Form } from "../api/api-types.ts";
import { AnyField, childSpot } from "./fields/any-field.tsx";
import { HeadingPath, ProblemMessages, useProblems } from "./fields/field-frame.tsx";
import { type Section, splitSections } from "./form-sections.ts";
import { loadForm } from "./navigation.ts";
import { SaveStatus } from "./save-status.tsx";
import { useEditorState } from "./state.ts";

export function EntryForm({ entry }: { entry: Entry }) {
  const forms = useEditorState((state) => state.forms);
  const body = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the forms are loaded again when another entry is opened
  useEffect(() => {
    for (const file of entry.files) loadForm(file);
    body.current?.scrollTo({ top: 0 });
  }, [entry.id]);
  const openForms = entry.files.flatMap((file) => forms[file] ?? []);
  const split = openForms.map(splitSections);
  const sections = split.flatMap(({ main }) => main);
  const technical = split.flatMap((parts) => parts.technical);
  const linked = sections.filter(({ field }, at) => field || at === 0);
  const current = useCurrentSection(body.current, linked);
  return (
    <main className="form" id="words" tabIndex={-1} aria-label={`The words of ${entry.title}`}>
      <div className={linked.length > 1 ? "form__head" : "form__head form__head--plain"}>
        <p className="small soft">{entry.group.join(", ") || "Your site"}</p>
        <h1>{entry.title}</h1>
        {linked.length > 1 && (
          <nav className="parts" aria-label="Parts of this page">
            {linked.map(({ id, title, field }) => (
              <button
                key={id}
                type="button"
                aria-current={current === id ? "true" : undefined}
                onClick={() => goToSection(id)}
              >
                {field ? title : "Top"}
              </button>
            ))}
          </nav>
        )}
      </div>
      <form className="form__body" ref={body} onSubmit={(event) => event.preventDefault()}>
        {openForms.map((form) => (
          <FileProblems key={form.file} form={form} />
        ))}
        {sections.map((part) => (
          <FormSection key={part.id} section={part} />
        ))}
        {technical.length > 0 && (
          <details className="more">
            <summary>
              <Icon shape={icons.chevronRight} className="turn" />
              More, rarely changed
            </summary>
            {technical.map((part) => (
              <FormSection key={part.id} section={part} />
            ))}
          </details>
        )}
      </form>
      <SaveStatus />
    </main>
  );
}

const goToSection = (id: string) => {
  const section = document.getElementById(id);
  section?.scrollIntoView({ block: "start" });
  section?.querySelector<HTMLElement>("[data-control], button")?.focus({ preventScroll: true });
};

function FormSection({ section: { id, title, field, fields, file, path } }: { section: Section }) {
  const limits =
    field?.kind === "list" && field.max && field.max < 30
      ? `${field.min ?? 0} to ${field.max}. Drag them, or use the arrows.`
      : "";
  const inner = field?.kind === "group" && !field.hasSource ? (field.fields ?? []) : null;
  return (
    <div className="group" id={id} {...(field && { role: "region", "aria-label": title })}>
      {field && <h2>{title}</h2>}
      {(field?.note || limits) && <p>{[field?.note, limits].filter(Boolean).join(" ")}</p>}
      {field && !inner ? (
        <HeadingPath value={path}>
          <AnyField spot={{ file, path }} field={field} />
        </HeadingPath>
      ) : (
        (inner ?? fields).map((one) => (
          <AnyField key={one.key || one.label} spot={childSpot({ file, path }, one.key)} field={one} />
        ))
      )}
    </div>
  );
}

/** Problems of a whole file have no field, so they are shown above the form. */
function FileProblems({ form }: { form: Form }) {
  const problems = useProblems({ file: form.file, path: "" }, true);
  return <ProblemMessages id={`whole-${form.file}`} problems={problems} alert />;
}

/** The section that is scrolled to the top of the form. */
function useCurrentSection(body: HTMLElement | null, sections: Section[]) {
  const [current, setCurrent] = useState<string>();
  const focused = useEditorState((state) => state.focused);
  useEffect(() => {
    if (!body) return;
    const update = () => {
      const top = body.getBoundingClientRect().top + 48;
      const above = [...body.querySelectorAll(".group")].filter((one) => one.getBoundingClientRect().top <= top);
      setCurrent(above.at(-1)?.id ?? sections[0]?.id);
    };
    update();
    body.addEventListener("scroll", update, { passive: true });
    return () => body.removeEventListener("scroll", update);
  }, [body, sections[0]?.id]);
  const focusedSection =
    focused &&
    sections.findLast(
      ({ file, path, fields, field }) =>
        file === focused.file &&
        (field
          ? `${focused.path}/`.startsWith(`${path}/`)
          : fields.some(({ key }) => childSpot({ file, path }, key).path === focused.path)),
    );
  return focusedSection?.id ?? current;
}
