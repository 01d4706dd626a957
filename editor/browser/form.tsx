import { Fragment, useEffect, useRef, useState } from "react";
import type { Entry, Form } from "../shapes.ts";
import { AnyField, inside } from "./fields/any.tsx";
import { Headed, Mistakes, useProblems } from "./fields/frame.tsx";
import { Foot } from "./foot.tsx";
import { needForm } from "./going.ts";
import { type Part, partsOf } from "./parts.ts";
import { useEditor } from "./state.ts";

/** The words of one entry: every file it holds, part by part. */
export function Words({ entry }: { entry: Entry }) {
  const forms = useEditor((state) => state.forms);
  const body = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for anew when another entry is opened
  useEffect(() => {
    for (const file of entry.files) needForm(file);
    body.current?.scrollTo({ top: 0 });
  }, [entry.id]);
  const shown = entry.files.flatMap((file) => forms[file] ?? []);
  const parts = shown.flatMap((form) => partsOf(form));
  const listed = parts.filter(({ headed }, at) => headed || at === 0);
  const current = useCurrentPart(body.current, listed);
  return (
    <main className="form" id="words" tabIndex={-1} aria-label={`The words of ${entry.title}`}>
      <div className="form__head">
        <p className="small soft">{entry.group.join(", ") || "Your site"}</p>
        <h1>{entry.title}</h1>
        {listed.length > 1 && (
          <nav className="parts" aria-label="Parts of this page">
            {listed.map(({ id, title }, at) => (
              <button
                key={id}
                type="button"
                aria-current={current === id ? "true" : undefined}
                onClick={() => goToPart(id)}
              >
                {at === 0 && !listed[0]?.headed ? "Top" : title}
              </button>
            ))}
          </nav>
        )}
      </div>
      <form className="form__body" ref={body} onSubmit={(event) => event.preventDefault()}>
        {shown.map((form) => (
          <WholeFile key={form.file} form={form} />
        ))}
        {parts.map((part) => (
          <PartOfForm key={part.id} part={part} />
        ))}
      </form>
      <Foot />
    </main>
  );
}

const goToPart = (id: string) => {
  const part = document.getElementById(id);
  part?.scrollIntoView({ block: "start" });
  part?.querySelector<HTMLElement>("[data-control], button")?.focus({ preventScroll: true });
};

function PartOfForm({ part: { id, title, headed, field, fields, file, path } }: { part: Part }) {
  const limits =
    field?.kind === "list" && field.max && field.max < 30
      ? `${field.min ?? 0} to ${field.max}. Drag them, or use the arrows.`
      : "";
  const inner = field?.kind === "group" && !field.sourced ? (field.fields ?? []) : null;
  return (
    <div className="group" id={id} {...(headed && { role: "region", "aria-label": title })}>
      {headed && <h2>{title}</h2>}
      {headed && (field?.note || limits) && <p>{[field?.note, limits].filter(Boolean).join(" ")}</p>}
      {field && !inner ? (
        <Headed value={path}>
          <AnyField spot={{ file, path }} field={field} />
        </Headed>
      ) : (
        (inner ?? fields).map((one) => (
          <Fragment key={one.key || one.label}>
            <AnyField spot={inside({ file, path }, one.key)} field={one} />
          </Fragment>
        ))
      )}
    </div>
  );
}

/** What is wrong with a file as a whole has no field to stand at. */
function WholeFile({ form }: { form: Form }) {
  const problems = useProblems({ file: form.file, path: "" }, true);
  return <Mistakes id={`whole-${form.file}`} problems={problems} alert />;
}

/** The part whose fields are at the top of the form. */
function useCurrentPart(body: HTMLElement | null, parts: Part[]) {
  const [current, setCurrent] = useState<string>();
  const lit = useEditor((state) => state.lit);
  useEffect(() => {
    if (!body) return;
    const look = () => {
      const top = body.getBoundingClientRect().top + 48;
      const above = [...body.querySelectorAll(".group")].filter((one) => one.getBoundingClientRect().top <= top);
      setCurrent(above.at(-1)?.id ?? parts[0]?.id);
    };
    look();
    body.addEventListener("scroll", look, { passive: true });
    return () => body.removeEventListener("scroll", look);
  }, [body, parts[0]?.id]);
  const litPart =
    lit &&
    parts.findLast(
      ({ file, path, fields, field }) =>
        file === lit.file &&
        (field
          ? `${lit.path}/`.startsWith(`${path}/`)
          : fields.some(({ key }) => inside({ file, path }, key).path === lit.path)),
    );
  return litPart?.id ?? current;
}
