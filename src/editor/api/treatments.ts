import { listMentions } from "../../content/offer.ts";
import { editText, readValues } from "../formats/content-file.ts";
import { capitalize, isRecord, withValue } from "../formats/values.ts";
import type { ContentStore } from "../forms/content-store.ts";
import { slugProblem } from "../forms/slug-problem.ts";
import type { ContentHistory } from "../history/history.ts";
import { Refusal } from "../refusal.ts";
import type { Change } from "../vocabulary.ts";
import { emptyTreatment, treatmentText } from "./empty-treatment.ts";
import type { AddTreatmentRequest } from "./request-bodies.ts";

interface Line {
  slug?: string;
}
interface PathsFile {
  paths: { id: string; title: string; treatments: Line[] }[];
  former?: Line[];
}

const fileOf = (slug: string) => `treatments/${slug}.yaml`;
const pathsFile = "paths.yaml";
const brokenContent = "Something on the site has a mistake. Mend that first, under To do.";

/** Adds a treatment, or removes one for good, each as one change of the history. */
export function createTreatments(store: ContentStore, history: ContentHistory, now: () => Date) {
  const readPaths = () => (store.values(pathsFile) ?? {}) as Partial<PathsFile>;
  /** The text of a file with other values for some of its keys; null takes a key away. */
  const textWith = (file: string, changed: Record<string, unknown>) => {
    const value = { ...store.values(file), ...changed };
    return editText(store.read(file).text, { path: "", value }, store.fields(file));
  };

  /** Writes these texts, and removes the files whose text is null, unless what they give may not be published. */
  function write(texts: Record<string, string | null>, change: Pick<Change, "file" | "title"> & { words: string }) {
    const { file } = change;
    const address = file === pathsFile ? "/treatments" : `/${file.replace(/\.yaml$/, "")}`;
    const summary = { path: "", label: "Treatment", before: "", after: "" };
    const files = Object.entries(texts).map(([file, text]) => ({
      file,
      after: text === null ? null : Buffer.from(text),
    }));
    history.writeChecked({ ...change, address, ...summary }, files);
  }

  return {
    /** Where other pages speak of it, for the owner to say otherwise. */
    mentions(slug: string) {
      const content = store.validContent();
      const found = content ? listMentions(content, slug) : [];
      const places = found.map(({ by, ...place }) => ({ ...store.locate(place).place, message: mentionedBy[by] }));
      return [...new Map(places.map((place) => [`${place.file} ${place.path}`, place])).values()];
    },

    add({ name, slug, path, line, related, copyOf }: AddTreatmentRequest) {
      const slugs = store.choices().treatments.map(({ value }) => value);
      const reason =
        slugProblem(slug, slugs) ?? (name.trim() && line.trim() ? undefined : "It needs a name and a line.");
      if (reason) throw new Refusal(reason);
      const { paths = [], former = [] } = readPaths();
      const home = paths.find(({ id }) => id === path);
      if (!home || !store.currentCheck().content) throw new Refusal(brokenContent);
      const others = without(former, slug);
      const item = { slug, line: line.trim() };
      const list = textWith(pathsFile, {
        paths: paths.map((one) => (one === home ? { ...one, treatments: [...one.treatments, item] } : one)),
        former: others.length ? others : null,
      });
      const given = { name: name.trim(), draft: true, serviceType: name.trim(), path };
      const day = store.dayOf(now());
      const text = copyOf
        ? copyText(store.read(fileOf(copyOf)).text, given, { updated: day, related })
        : emptyTreatment({ ...given, summary: capitalize(item.line) }, { updated: day, related });
      const file = fileOf(slug);
      const texts = { [file]: text, [pathsFile]: list };
      write(texts, { file, title: given.name, words: `${given.name} was added` });
    },

    /** Its address leads to the list from then on. */
    remove(slug: string) {
      const file = fileOf(slug);
      const treatment = store.currentCheck().content?.treatments.get(slug);
      const { paths = [], former = [] } = readPaths();
      if (!treatment) throw new Refusal(store.files().includes(file) ? brokenContent : "It is not there any more.");
      const only = paths.find(({ treatments }) => treatments.every((one) => one.slug === slug));
      if (only) throw new Refusal(`It is all that ${only.title} holds. Add another treatment to that path first.`);
      const { name, alternateName, words } = treatment;
      const others = [...(alternateName?.split(", ") ?? []), ...words];
      const gone = { slug, name, ...(others.length && { words: others }) };
      const left = paths.map((path) => ({ ...path, treatments: without(path.treatments, slug) }));
      const list = textWith(pathsFile, { paths: left, former: [...former, gone] });
      const texts: Record<string, string | null> = { [file]: null, [pathsFile]: list };
      for (const other of store.choices().treatments.map(({ value }) => fileOf(value))) {
        const { related } = store.values(other) ?? {};
        if (other === file || !Array.isArray(related) || !related.includes(slug)) continue;
        texts[other] = textWith(other, { related: related.filter((one) => one !== slug) });
      }
      write(texts, { file: pathsFile, title: name, words: `${name} was removed for good` });
    },
  };
}

const mentionedBy = {
  name: "These words name it.",
  link: "This leads to its page. The words stay, without the link.",
  for: "This is shown only while it is offered, so visitors see it no more.",
  instead: "These short words take the place of the longer ones from then on.",
};

const without = (lines: Line[], slug: string) => lines.filter((one) => one.slug !== slug);

const facts = ["duration", "downtime", "comfort", "frequency", "plan", "timeline"];

/** What was said, paid, licensed, looked at or signed for one treatment, and says nothing of another. */
const ownLines = "alternateName picture notOffered performedBy priceFrom licence version button reviewedBy words".split(
  " ",
);

/**
 * The words of another treatment under a new name. What was confirmed for that one is a guess again, its notes and sources
 * are left out, and it waits for the same questions.
 */
function copyText(text: string, given: { name: string }, rest: Record<string, unknown>): string {
  const { body, ...values } = readValues(text) ?? {};
  const copied = Object.entries(values).flatMap(([key, value]) => {
    if (ownLines.includes(key)) return [];
    return [[key, facts.includes(key) ? { ...(isRecord(value) ? value : { value }), source: "proposed" } : value]];
  });
  return treatmentText({
    ...given,
    ...Object.fromEntries(copied),
    ...given,
    ...rest,
    suitabilityIs: "proposed",
    body: withValue(body, "whatIs/heading", `What is ${given.name}?`),
  });
}
