import { useEffect, useState } from "react";
import type { Mention, Site } from "../../api/api-types.ts";
import { attempt, readMentions, removeTreatment } from "../api-client.ts";
import { pluralize } from "../format.ts";
import { entryOf, goTo } from "../navigation.ts";
import { Button } from "../parts.tsx";
import { enqueue, forgetForms } from "../save.ts";
import { setState } from "../state.ts";
import { Aside, PlaceLine, Sheet } from "./sheet.tsx";

/** Asks once, and shows where other pages speak of the treatment. */
export function RemoveTreatmentSheet({ site, slug }: { site: Site; slug: string }) {
  const [mentions, setMentions] = useState<Mention[] | null>(null);
  useEffect(() => {
    readMentions(slug).then(setMentions);
  }, [slug]);
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
        if (list) goTo({ name: "words", entry: list.id });
        setState({ announcement: `${entry.title} was removed. Undo brings it back.` });
      }),
    );
  return (
    <Sheet
      title={`Remove ${entry.title} for good?`}
      lede="Its page goes, with its lines in the lists and under Read next. Its address then leads to the list of treatments."
      aside={
        <Aside title="Undo brings all of it back">
          <p className="note">If you may offer it again, tick “Not offered at present” in its form instead.</p>
          <Button look="full" onClick={remove}>
            Remove for good
          </Button>
          <Button look="line full" onClick={() => goTo({ name: "words", entry: entry.id })}>
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
        <p className="note">
          Mend them now, or after it is removed: sentences that still offer it are then listed under To do.
        </p>
      )}
      <ul className="place-list">
        {mentions?.map((place) => (
          <PlaceLine key={`${place.file} ${place.path}`} place={place} action="Open">
            <p>{place.message}</p>
          </PlaceLine>
        ))}
      </ul>
    </Sheet>
  );
}
