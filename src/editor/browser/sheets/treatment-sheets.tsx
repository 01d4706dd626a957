import { type SubmitEvent, useState } from "react";
import * as icons from "../../../design/icons.ts";
import type { Choice, Form, Site } from "../../api/api-types.ts";
import { findField } from "../../forms/find-field.ts";
import { proposeSlug, slugProblem } from "../../forms/slug-problem.ts";
import { addTreatment, readMentions, removeTreatment } from "../api-client.ts";
import { pluralize } from "../format.ts";
import { entryOf, goTo } from "../navigation.ts";
import { Button, Labelled, Notice } from "../parts.tsx";
import { enqueue, forgetForms, loadForm } from "../save.ts";
import { setState, useBegun } from "../state.ts";
import { Aside, Sheet, useAnswer } from "./sheet.tsx";
import { TaskRow } from "./to-do-sheet.tsx";

const folder = "treatments/";

/** Begins a treatment, from the words of another or empty. */
export function NewTreatmentSheet({ site, id }: { site: Site; id: string }) {
  const choices = site.entries
    .filter((entry) => entry.id.startsWith(folder))
    .map((entry) => ({ value: entry.id.replace(folder, ""), label: `A copy of ${entry.title}` }));
  const [copyOf, setCopyOf] = useState(id);
  // The form of any treatment has the paths.
  const file = `${folder}${copyOf || choices[0]?.value}.yaml`;
  const form = useAnswer(() => loadForm(file), file);
  return (
    <Sheet
      title="New treatment"
      lede="It opens in its form, and visitors see nothing of it until you say there that it is ready."
    >
      <Labelled
        label="It begins"
        note="A copy has the other's words. What was checked or priced there is open again."
        value={copyOf}
        choices={choices}
        onChange={setCopyOf}
      >
        <option value="">Empty, with a place for each part</option>
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
  const { name = "", slug = proposeSlug(name), line = "" } = begun ?? {};
  const path = begun?.path ?? ((copyOf && values.path) || (paths[0]?.value ?? ""));
  // What is read next is chosen in its form.
  const related = copyOf ? (values.related ?? []) : [];
  const known = taken.map(({ value }) => value);
  const problem = slug || begun?.slug !== undefined ? slugProblem(slug, known) : undefined;
  const isReady = name.trim() && line.trim() && slug && !problem;
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isReady) return;
    enqueue(async () => {
      setState({ errorMessage: null });
      setState({ site: await addTreatment({ name, slug, path, line, related, copyOf: copyOf || null }) });
      changeBegun(() => undefined);
      goTo(`words/${folder}${slug}`);
      setState({ announcement: `${name} was added. Undo takes it back.` });
    });
  };
  return (
    <form onSubmit={add}>
      <Labelled label="Name" maxLength={40} value={name} onChange={(next) => set({ name: next })} />
      <Labelled
        label="What it does, in a few words"
        note="It stands beside its name in the list of treatments."
        maxLength={90}
        value={line}
        onChange={(next) => set({ line: next })}
      />
      <Labelled
        label="Address"
        note={`/treatments/${slug}`}
        autoCapitalize="none"
        spellCheck={false}
        value={slug}
        aria-invalid={problem ? true : undefined}
        onChange={(next) => set({ slug: next })}
      />
      {problem && <Notice role="alert" message={problem} />}
      <Labelled label="Path" value={path} choices={paths} onChange={(next) => set({ path: next })} />
      <div className="line line--after">
        <Button type="submit" isDisabled={!isReady}>
          Add it
        </Button>
      </div>
    </form>
  );
}

/** Asks once, and shows where other pages speak of the treatment. */
export function RemoveTreatmentSheet({ site, id: slug }: { site: Site; id: string }) {
  const mentions = useAnswer(() => readMentions(slug), slug);
  const entry = site.entries.find(({ id }) => id === folder + slug);
  if (!entry) return <Sheet title="It is not there any more" lede="Undo brings a treatment back that was removed." />;
  const remove = () =>
    enqueue(async () => {
      setState({ errorMessage: null });
      const after = await removeTreatment(slug);
      setState({ site: after });
      forgetForms(entry.files);
      const list = entryOf(after, { file: "paths.yaml", path: "paths" });
      if (list) goTo(`words/${list.id}`);
      setState({ announcement: `${entry.title} was removed. Undo brings it back.` });
    });
  return (
    <Sheet
      title={`Remove ${entry.title} for good?`}
      lede="Its page goes, with its lines in the lists and under Read next. Its address then leads to the list of treatments."
      aside={
        <Aside title="Undo brings all of it back">
          <p className="note">
            If you may offer it again, choose “Yes” at “Not offered at present” in its form instead.
          </p>
          <Button onClick={remove}>Remove for good</Button>
          <Button look="line" onClick={() => goTo(`words/${entry.id}`)}>
            Keep it
          </Button>
        </Aside>
      }
    >
      {!mentions && <h2>Looking through every page…</h2>}
      {mentions?.length === 0 && <h2>No other page speaks of it</h2>}
      {mentions && mentions.length > 0 && (
        <>
          <h2>{pluralize(mentions.length, "place")} elsewhere that speak of it</h2>
          <p className="note">
            Mend them now, or after it is removed: sentences that still offer it are then listed under To do.
          </p>
          <ul className="todo">
            {mentions.map((place) => (
              <TaskRow key={`${place.file} ${place.path}`} task={place} icon={icons.pending} />
            ))}
          </ul>
        </>
      )}
    </Sheet>
  );
}
