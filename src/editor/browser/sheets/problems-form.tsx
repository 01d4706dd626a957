import { useEffect } from "react";
import type { Form, Problem, Site } from "../../api/api-types.ts";
import { keysOf } from "../../formats/values.ts";
import { nearestField } from "../../forms/field-values.ts";
import { AnyField } from "../fields/any-field.tsx";
import { PageLabel, ProblemMessages, RowLabel } from "../fields/field-frame.tsx";
import { spellOut } from "../format.ts";
import { goToPreviewedPage, loadForm } from "../navigation.ts";
import { Button } from "../parts.tsx";
import { SaveStatus } from "../save-status.tsx";
import { useEditorState } from "../state.ts";

export function ProblemsForm({ site }: { site: Site }) {
  const forms = useEditorState((state) => state.forms);
  const files = [...new Set(site.problems.map(({ file }) => file))].join();
  useEffect(() => {
    for (const file of files.split(",").filter(Boolean)) loadForm(file);
  }, [files]);
  const count = site.problems.length;
  const located = site.problems.flatMap((problem) => locateProblem(forms[problem.file], problem));
  const distinct = located.filter(
    ({ spot }, at) => located.findIndex((one) => one.spot.file === spot.file && one.spot.path === spot.path) === at,
  );
  return (
    <main className="form" id="words" tabIndex={-1} aria-label="What to fix">
      <div className="form__head form__head--plain">
        <h1>{count === 0 ? "Nothing to fix" : `${spellOut(count, "thing")} to fix`}</h1>
        <p className="small soft">{count ? "Fix them here, or at their own fields." : "You can publish."}</p>
      </div>
      <form className="form__body" onSubmit={(event) => event.preventDefault()}>
        <section className="group group--first">
          {distinct.map(({ spot, field, problem }) => (
            <PageLabel key={`${spot.file}:${spot.path}`} value={problem.title}>
              <RowLabel value={null}>
                {field ? (
                  <AnyField spot={spot} field={field} />
                ) : (
                  <ProblemMessages id={spot.file} problems={[problem]} alert />
                )}
              </RowLabel>
            </PageLabel>
          ))}
        </section>
        {count === 0 && <Button onClick={goToPreviewedPage}>Back to editing</Button>}
      </form>
      <SaveStatus />
    </main>
  );
}

function locateProblem(form: Form | undefined, problem: Problem) {
  if (!form) return [];
  const { path, field } = nearestField(form.fields, keysOf(problem.path), form.values);
  const named = field && { ...field, label: field.label || problem.label, key: field.key || path };
  return [{ spot: { file: problem.file, path }, field: named, problem }];
}
