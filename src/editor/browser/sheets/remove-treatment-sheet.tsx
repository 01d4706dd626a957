import * as icons from "../../../design/icons.ts";
import type { Site } from "../../api/api-types.ts";
import { attempt, readMentions, removeTreatment } from "../api-client.ts";
import { pluralize } from "../format.ts";
import { entryOf, goTo } from "../navigation.ts";
import { Button } from "../parts.tsx";
import { enqueue, forgetForms } from "../save.ts";
import { setState } from "../state.ts";
import { Aside, Sheet, useAnswer } from "./sheet.tsx";
import { TaskRow } from "./to-do-sheet.tsx";

/** Asks once, and shows where other pages speak of the treatment. */
export function RemoveTreatmentSheet({ site, id: slug }: { site: Site; id: string }) {
  const mentions = useAnswer(() => readMentions(slug), slug);
  const entry = site.entries.find(({ id }) => id === `treatments/${slug}`);
  if (!entry) return <Sheet title="It is not there any more" lede="Undo brings a treatment back that was removed." />;
  const remove = () =>
    enqueue(() =>
      attempt(async () => {
        setState({ errorMessage: null });
        const after = await removeTreatment(slug);
        setState({ site: after });
        forgetForms(entry.files);
        const list = entryOf(after, { file: "paths.yaml", path: "paths" });
        if (list) goTo({ name: "words", id: list.id });
        setState({ announcement: `${entry.title} was removed. Undo brings it back.` });
      }),
    );
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
          <Button look="line" onClick={() => goTo({ name: "words", id: entry.id })}>
            Keep it
          </Button>
        </Aside>
      }
    >
      <h2>
        {mentions
          ? mentions.length
            ? `${pluralize(mentions.length, "place")} elsewhere that speak of it`
            : "No other page speaks of it"
          : "Looking through every page…"}
      </h2>
      {mentions && mentions.length > 0 && (
        <>
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
