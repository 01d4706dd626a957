import { type SubmitEvent, useState } from "react";
import type { Choice, Form, Site } from "../../api/api-types.ts";
import { findField } from "../../forms/find-field.ts";
import { proposeSlug, slugProblem } from "../../forms/slug-problem.ts";
import { addTreatment, attempt } from "../api-client.ts";
import { goTo, loadForm } from "../navigation.ts";
import { Button, ErrorMessage, Labelled, Select } from "../parts.tsx";
import { enqueue } from "../save.ts";
import { setState, useBegun } from "../state.ts";
import { Sheet, useAnswer } from "./sheet.tsx";

const fileOf = (slug: string) => `treatments/${slug}.yaml`;
const slugOf = (id: string) => id.replace("treatments/", "");

/** Begins a treatment, from the words of another or empty. */
export function NewTreatmentSheet({ site, id }: { site: Site; id: string }) {
  const treatments = site.entries.filter(({ id }) => id.startsWith("treatments/"));
  const [copyOf, setCopyOf] = useState(id);
  // The form of any treatment has the paths.
  const file = fileOf(copyOf || slugOf(treatments[0]?.id ?? ""));
  const form = useAnswer(() => loadForm(file), file);
  const choices: Choice[] = treatments.map(({ id, title }) => ({ value: slugOf(id), label: `A copy of ${title}` }));
  return (
    <Sheet
      title="New treatment"
      lede="It opens in its form, and visitors see nothing of it until you say there that it is ready."
    >
      <Labelled label="It begins" note="A copy has the other's words. What was checked or priced there is open again.">
        {(control) => (
          <Select {...control} value={copyOf} choices={choices} onChange={setCopyOf}>
            <option value="">Empty, with a place for each part</option>
          </Select>
        )}
      </Labelled>
      {form && <TreatmentForm key={`${form.file} ${copyOf}`} form={form} copyOf={copyOf} taken={choices} />}
    </Sheet>
  );
}

type Begun = Partial<Record<"name" | "slug" | "line" | "path", string>>;

function TreatmentForm({ form, copyOf, taken }: { form: Form; copyOf: string; taken: Choice[] }) {
  const values = form.values as { path?: string; related?: string[] };
  const paths = findField(form.fields, "path")?.choices ?? [];
  const [begun, changeBegun] = useBegun<Begun>("new-treatment");
  const set = (part: Begun) => changeBegun((now) => ({ ...now, ...part }));
  const { name = "", slug: typedSlug, line = "" } = begun ?? {};
  const path = begun?.path ?? ((copyOf && values.path) || (paths[0]?.value ?? ""));
  // What is read next is chosen in its form.
  const related = copyOf ? (values.related ?? []) : [];
  const slug = typedSlug ?? proposeSlug(name);
  const known = taken.map(({ value }) => value);
  const problem = slug || typedSlug !== undefined ? slugProblem(slug, known) : undefined;
  const isReady = name.trim() && line.trim() && slug && !problem;
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isReady) return;
    enqueue(() =>
      attempt(async () => {
        setState({ errorMessage: null });
        setState({ site: await addTreatment({ name, slug, path, line, related, copyOf: copyOf || null }) });
        changeBegun(() => undefined);
        goTo({ name: "words", id: `treatments/${slug}` });
        setState({ announcement: `${name} was added. Undo takes it back.` });
      }),
    );
  };
  return (
    <form onSubmit={add}>
      <Labelled label="Name">
        {(control) => (
          <input
            className="input"
            {...control}
            maxLength={40}
            value={name}
            onChange={(event) => set({ name: event.target.value })}
          />
        )}
      </Labelled>
      <Labelled label="What it does, in a few words" note="It stands beside its name in the list of treatments.">
        {(control) => (
          <input
            className="input"
            {...control}
            maxLength={90}
            value={line}
            onChange={(event) => set({ line: event.target.value })}
          />
        )}
      </Labelled>
      <Labelled label="Address" note={`/treatments/${slug}`}>
        {(control) => (
          <input
            className="input"
            {...control}
            autoCapitalize="none"
            spellCheck={false}
            value={slug}
            aria-invalid={problem ? true : undefined}
            onChange={(event) => set({ slug: event.target.value })}
          />
        )}
      </Labelled>
      {problem && <ErrorMessage role="alert" message={problem} />}
      <Labelled label="Path">
        {(control) => <Select {...control} value={path} choices={paths} onChange={(next) => set({ path: next })} />}
      </Labelled>
      <div className="line line--after">
        <Button type="submit" isDisabled={!isReady}>
          Add it
        </Button>
      </div>
    </form>
  );
}
