import type { Content, PartialContent } from "./content.ts";
import { pages } from "./pages.ts";
import { type Prose, plainText } from "./schemas/prose.ts";
import type { Treatment } from "./schemas/treatment-schema.ts";

type Questions = Pick<Content, "studio">;
type Offers = Pick<Content, "studio" | "treatments" | "paths">;

/** The questions that a treatment waits for. Some are asked only of the version of its text that is true. */
export const questionsOf = (treatment: Treatment): string[] => [
  ...treatment.gates,
  ...(versionOf(treatment)?.gates ?? []),
];

/**
 * Lists why a treatment is not offered: its own switch, or the owner's no to a question that it names. A question
 * without an answer takes nothing off; the launch waits for it instead.
 */
export const offerBlockers = (content: Questions, treatment: Treatment): string[] => [
  ...(treatment.notOffered ? ["its file says notOffered"] : []),
  ...declined(content, questionsOf(treatment)),
];

const declined = ({ studio: { gates } }: Questions, ids: readonly string[]) =>
  ids.filter((id) => gates[id]?.offer === false).map((id) => `${id} says "offer: no"`);

/** Lists the treatments that are offered, by their slugs. */
export function listOffered(content: Pick<Offers, "studio" | "treatments">): Set<string> {
  const offered = [...content.treatments.values()].filter((treatment) => !offerBlockers(content, treatment).length);
  return new Set(offered.map(({ slug }) => slug));
}

/** What an entry of a list depends on: treatments that it is about, and questions. */
interface Dependent {
  for?: string[];
  gates?: string[];
}

/** The key of the words that are shown in place of others while something that those name is not offered. */
const shortFormOf = (key: string) => `${key}Without`;
const isShortForm = (key: string) => key.endsWith("Without");

/** What is offered, and how the rest is kept off the pages: only what was written for that case is done, nothing is cut. */
function readOffer(content: Offers) {
  const offered = listOffered(content);
  const findName = notOfferedNames(content, offered);
  return {
    findName,
    /** An entry that says `for` or `gates` is left out whole. */
    isKept(entry: unknown): boolean {
      const { for: slugs = [], gates = [] } = (typeof entry === "object" && entry ? entry : {}) as Dependent;
      return slugs.every((slug) => offered.has(slug)) && !declined(content, gates).length;
    },
    /** Words with a short form give way to it. */
    shownKey(given: Record<string, unknown>, key: string): string {
      const hasShortForm = given[shortFormOf(key)] !== undefined;
      return hasShortForm && findName(wordsOf(given[key])) ? shortFormOf(key) : key;
    },
  };
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !("parts" in value);

/** Makes a function that leaves out of a value what is not offered. */
export function offeredOnly(content: Offers): <Value>(value: Value) => Value {
  const { isKept, shownKey } = readOffer(content);
  const keep = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter(isKept).map(keep);
    if (!isGroup(value)) return value;
    const keys = Object.keys(value).filter((key) => !isShortForm(key) && key !== "for");
    return Object.fromEntries(keys.map((key) => [key, keep(value[shownKey(value, key)])]));
  };
  return (value) => keep(value) as typeof value;
}

/** The text of a value: a string, a paragraph or several. */
const wordsOf = (value: unknown): string =>
  typeof value === "string" ? value : Array.isArray(value) ? value.map(wordsOf).join(" ") : plainText(value as Prose);

/** Makes a function that finds the name of something in a text that is not offered. */
function notOfferedNames({ treatments, paths, ...content }: Offers, offered: Set<string>) {
  const offeredByName = new Map<string, boolean>();
  const add = (names: string[], isOffered: boolean) => {
    for (const name of names.map(normalise)) offeredByName.set(name, isOffered || offeredByName.get(name) === true);
  };
  for (const [slug, { name, alternateName, words }] of treatments)
    add([name, ...(alternateName?.split(", ") ?? []), ...words], offered.has(slug));
  for (const item of paths.flatMap((path) => path.treatments))
    if ("name" in item) add([item.name, ...(item.words ?? [])], !declined(content, item.gates ?? []).length);
  // The longest name comes first, so that "RF microneedling" is not taken for "microneedling".
  const names = [...offeredByName.keys()].sort((a, b) => b.length - a.length).map(toPattern);
  const anyName = new RegExp(`(?<!\\w)(?:${names.join("|") || "(?!)"})(?!\\w)`, "gi");
  return (text: string): string | undefined =>
    text.match(anyName)?.find((name) => offeredByName.get(normalise(name)) === false);
}

const normalise = (name: string) => name.toLowerCase().replace(/[\s-]+/g, " ");
const toPattern = (name: string) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll(" ", "[\\s-]+");

/**
 * The parts of the content that would offer what they name. A treatment's own file explains it, the words of the form
 * are examples, and the skin types are about everything that light and needles do.
 */
function offeringParts({ pages: words, paths, results, testimonials, site }: PartialContent): [string, unknown][] {
  const { skinTypes: _types, can: _can, ...treatments } = words.treatments ?? {};
  const { form: _form, ...contact } = words.contact ?? {};
  return [
    ["site.yaml", site],
    ["paths.yaml", { paths }],
    ["results.yaml", { results }],
    // A client's words are a quotation; what they are about is said beside them.
    ["testimonials.yaml", { testimonials: testimonials?.map(({ text: _, ...review }) => review) }],
    [pages.home.file, words.home],
    [pages.about.file, words.about],
    [pages.treatments.file, treatments],
    [pages.results.file, words.results],
    [pages.testimonials.file, words.testimonials],
    [pages.contact.file, contact],
  ];
}

/** Keys whose values no visitor reads as words. */
const notWords = new Set([
  "id",
  "path",
  "picture",
  "slug",
  "source",
  "to",
  "drawing",
  "updated",
  "for",
  "gates",
  "words",
]);

/** Reports every text that names what is not offered, and would be shown all the same. */
export function checkOffered(content: PartialContent, report: (file: string, message: string, field: string) => void) {
  const { studio, treatments, paths } = content;
  if (!studio || !paths) return;
  const { findName, isKept, shownKey } = readOffer({ studio, treatments, paths });
  const check = (file: string, field: string, value: unknown) => {
    if (Array.isArray(value)) {
      for (const [at, entry] of value.entries()) if (isKept(entry)) check(file, `${field}[${at + 1}]`, entry);
    } else if (isGroup(value)) {
      // The row of a treatment that is not offered says so itself.
      if ("slug" in value) return;
      for (const key of Object.keys(value).filter((name) => !isShortForm(name) && !notWords.has(name))) {
        const shown = shownKey(value, key);
        check(file, field ? `${field}.${shown}` : shown, value[shown]);
      }
    } else if (typeof value === "string" || (typeof value === "object" && value !== null)) {
      const sentences = wordsOf(value).split(/(?<=[.!?]) /);
      for (const sentence of sentences) {
        const name = findName(sentence);
        if (name) report(file, `'${field}' says '${sentence}', but ${name} is not offered. ${remedy}`, field);
      }
    }
  };
  for (const [file, words] of offeringParts(content)) check(file, "", words);
}

const remedy =
  "Say it without that name, write a short form for this case (a field that ends in Without), or name the treatment under 'for', so that the entry is left out.";

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
    whatIs: { ...whatIs, blocks: [...whatIs.blocks, ...asBlocks(chosen.whatIs)] },
    risks: { ...risks, rare: [...risks.rare, ...chosen.rare] },
    before: {
      ...before,
      notDone: [...before.notDone, ...chosen.notDone],
      askDoctor: [...before.askDoctor, ...chosen.askDoctor],
      tellMe: [...before.tellMe, ...chosen.tellMe],
      aftercare: [...asBlocks(chosen.aftercare), ...before.aftercare],
    },
  };
  return { ...treatment, summary, suitability, body };
}
