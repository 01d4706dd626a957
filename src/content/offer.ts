import type { Content } from "./content.ts";
import type { FieldProblem } from "./content-problems.ts";
import { listContentValues, listVisibleTexts } from "./content-values.ts";
import type { Prose } from "./schemas/prose.ts";
import { eachList, type Treatment } from "./schemas/treatment-schema.ts";

type Offers = Pick<Content, "studio" | "treatments">;

/** The questions that a treatment waits for. Some are asked only of the version of its text that is true. */
export const questionsOf = (treatment: Treatment): string[] => [
  ...treatment.gates,
  ...(versionOf(treatment)?.gates ?? []),
];

/**
 * Lists why a treatment is not offered: its own switch, or the owner's no to a question that it names. A question
 * without an answer takes nothing off; the launch waits for it instead.
 */
export const offerBlockers = (content: Pick<Content, "studio">, treatment: Treatment): string[] => [
  ...(treatment.draft ? ["its file says draft"] : []),
  ...(treatment.notOffered ? ["its file says notOffered"] : []),
  ...declined(content, questionsOf(treatment)),
];

const declined = ({ studio: { gates } }: Pick<Content, "studio">, ids: readonly string[]) =>
  ids.filter((id) => gates[id]?.offer === false).map((id) => `${id} says "offer: no"`);

/** Lists the treatments that are offered, by their slugs. */
export function listOffered(content: Offers): Set<string> {
  const offered = [...content.treatments.values()].filter((treatment) => !offerBlockers(content, treatment).length);
  return new Set(offered.map(({ slug }) => slug));
}

/** The content as visitors may know of it: without the treatments that are not on the site yet. */
export function withoutDrafts(content: Content): Content {
  const isDraft = (slug: string) => content.treatments.get(slug)?.draft === true;
  const treatments = new Map([...content.treatments].filter(([slug]) => !isDraft(slug)));
  if (treatments.size === content.treatments.size) return content;
  const paths = content.paths.map((path) => ({
    ...path,
    treatments: path.treatments.filter((item) => !("slug" in item && isDraft(item.slug))),
  }));
  return { ...content, treatments, paths };
}

/**
 * Makes a function that says whether everything is offered that an entry of a list is about, or that the words of a short
 * form stand for: treatments, and questions.
 */
function offeredTest(content: Offers) {
  const offered = listOffered(content);
  return (value: unknown): boolean => {
    const { for: slugs = [], gates = [] } = (isGroup(value) ? value : {}) as { for?: string[]; gates?: string[] };
    return slugs.every((slug) => offered.has(slug)) && !declined(content, gates).length;
  };
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !("parts" in value);

/** The key of the words that take the place of others while something that those name is not offered. */
const shortFormEnding = "Without";

/**
 * Makes a function that leaves out of a value what is not offered: an entry that says `for` or `gates` goes whole, and
 * words with a short form give way to it. No text is read for that, and none is cut.
 */
export function offeredOnly(content: Offers): <Value>(value: Value) => Value {
  const isOffered = offeredTest(content);
  const keep = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter(isOffered).map(keep);
    if (!isGroup(value)) return value;
    const keys = Object.keys(value).filter((key) => !key.endsWith(shortFormEnding) && key !== "for");
    return Object.fromEntries(
      keys.map((key) => {
        const short = value[key + shortFormEnding];
        return [key, keep(isGroup(short) && !isOffered(short) ? short.text : value[key])];
      }),
    );
  };
  return (value) => keep(value) as typeof value;
}

/** The files whose words offer what they name. A treatment's own file explains it. */
const offeringFile =
  /^(site|paths|results|testimonials|pages\/(home|about|treatments|results|testimonials|prices|contact|news))\.yaml$/;

/**
 * Words in them that offer nothing: the form's are examples, the skin types are about everything that light and needles
 * do, a client's are a quotation, and a link is no sentence.
 */
const offersNothing =
  /^pages\/contact\.yaml form\b|^pages\/treatments\.yaml (skinTypes|can)\b|^testimonials\.yaml .*\.text$|[ .](to|updated|drawing)$| link$/;

/** Lists the sentences that pages show although they name what is not offered, for the owner to say otherwise. */
export function listUnofferedNames(
  content: Content,
  values = listContentValues(content),
  texts = listVisibleTexts(content, values),
): FieldProblem[] {
  const offered = listOffered(content);
  const findName = nameFinder([
    ...[...content.treatments.values()].map((one) => ({ names: namesOf(one), isOffered: offered.has(one.slug) })),
    ...content.former.map(({ name, words }) => ({ names: [name, ...words], isOffered: false })),
    ...content.paths.flatMap(({ treatments }) =>
      treatments.flatMap((item) => {
        if ("slug" in item) return [];
        return [{ names: [item.name, ...item.words], isOffered: !declined(content, item.gates ?? []).length }];
      }),
    ),
  ]);
  if (!findName) return [];
  const isOffered = offeredTest(content);
  const left = values.flatMap(({ file, field, value }): string[] => {
    if (!offeringFile.test(file) || !isGroup(value)) return [];
    const place = `${file} ${field}`;
    const long = field.endsWith(shortFormEnding) && place.slice(0, -shortFormEnding.length);
    if (long) return [isOffered(value) ? place : long];
    // The row of a treatment that is not offered says so itself.
    return "slug" in value || !isOffered(value) ? [place] : [];
  });
  return texts.flatMap(({ file, field, value }) => {
    const place = `${file} ${field}`;
    if (!offeringFile.test(file) || offersNothing.test(place)) return [];
    if (left.some((other) => place.startsWith(other) && !/\w/.test(place.charAt(other.length)))) return [];
    return value.split(/(?<=[.!?]) /).flatMap((sentence): FieldProblem[] => {
      const name = findName(sentence);
      return name ? [{ file, field, code: "not_offered", params: { sentence, name } }] : [];
    });
  });
}

/** A treatment's name, and the other words for it. */
export const namesOf = ({ name, alternateName, words }: Pick<Treatment, "name" | "alternateName" | "words">) => [
  name,
  ...(alternateName?.split(", ") ?? []),
  ...words,
];

/**
 * Makes a function that finds the name of something that is not offered in a text: none that something offered has too,
 * and none that is part of a longer one. Undefined if all is offered.
 */
function nameFinder(things: { names: string[]; isOffered: boolean }[]) {
  const offeredByName = new Map<string, boolean>();
  for (const { names, isOffered } of things)
    for (const name of names.map(normalise)) offeredByName.set(name, isOffered || offeredByName.get(name) === true);
  if ([...offeredByName.values()].every(Boolean)) return undefined;
  // The longest name comes first, so that "RF microneedling" is not taken for "microneedling".
  const names = [...offeredByName.keys()].sort((a, b) => b.length - a.length).map(toPattern);
  const anyName = new RegExp(`(?<!\\w)(?:${names.join("|")})(?!\\w)`, "gi");
  return (text: string): string | undefined =>
    text.match(anyName)?.find((name) => offeredByName.get(normalise(name)) === false);
}

/**
 * Where the content speaks of a treatment: in words, with a link, in what is shown only while it is offered, or in what
 * is shown while it is not.
 */
export function listMentions(content: Content, slug: string) {
  const findName = nameFinder(
    [...content.treatments.values()].map((one) => ({ names: namesOf(one), isOffered: one.slug !== slug })),
  );
  const all = listContentValues(content);
  // These go with it: its own file, and its lines in the lists.
  const lines = all.filter(({ value }) => isGroup(value) && value.slug === slug);
  const goesWithIt = ({ file, field }: FieldPlace) =>
    /^related\b/.test(field) ||
    lines.some((line) => line.file === file && `${field}.`.startsWith(line.field && `${line.field}.`));
  const values = all.filter((value) => !goesWithIt(value));
  const place =
    (by: "name" | "link" | "for" | "instead") =>
    ({ file, field }: FieldPlace) => ({ file, field: field.replace(/ link$/, ""), by });
  return [
    ...listVisibleTexts(content, values)
      .filter(({ field, value }) => !/ link$/.test(field) && findName?.(value))
      .map(place("name")),
    ...values.filter(({ value }) => String(value).split("#")[0] === `/treatments/${slug}`).map(place("link")),
    ...values
      .filter(({ field, value }) => /(^|\.)for\[\d+\]$/.test(field) && value === slug)
      .map((value) => place(/Without\.for\[\d+\]$/.test(value.field) ? "instead" : "for")(value)),
  ];
}

type FieldPlace = { file: string; field: string };

const normalise = (name: string) => name.toLowerCase().replace(/[\s-]+/g, " ");
const toPattern = (name: string) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll(" ", "[\\s-]+");

/** The additional words of the version that is true. Until the owner has said which, the one that warns of more. */
const versionOf = ({ versions, version }: Treatment) =>
  version === "does not pierce" ? versions?.doesNotPierce : versions?.pierces;

/** The treatment with the words of its version. */
export function applyVersion(treatment: Treatment): Treatment {
  const chosen = versionOf(treatment);
  if (!chosen) return treatment;
  const { summary = treatment.summary, suitability = treatment.suitability } = chosen;
  const { whatIs, risks, before } = treatment.body;
  const asBlocks = (texts: Prose[]) => texts.map((text) => ({ kind: "paragraph" as const, text }));
  const body = {
    ...treatment.body,
    whatIs: { ...whatIs, text: [...whatIs.text, ...asBlocks(chosen.whatIs)] },
    risks: { ...risks, rare: [...risks.rare, ...chosen.rare] },
    before: {
      ...before,
      ...eachList((list) => [...before[list], ...chosen[list]]),
      aftercare: [...asBlocks(chosen.aftercare), ...before.aftercare],
    },
  };
  return { ...treatment, summary, suitability, body };
}
