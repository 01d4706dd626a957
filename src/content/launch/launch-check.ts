import { join } from "node:path";
import { isPublic } from "../../settings/site-address.ts";
import { findClaims } from "../claims.ts";
import type { Content } from "../content.ts";
import type { ContentProblem, FieldProblem } from "../content-problems.ts";
import { type ContentValue, listContentValues, listVisibleTexts } from "../content-values.ts";
import { listOffered, listUnofferedNames, questionsOf, withoutDrafts } from "../offer.ts";
import type { CodedProblem } from "../problem-sentences.ts";
import type { Fact } from "../schemas/fields.ts";
import { optionalFacts } from "../schemas/studio-schemas.ts";
import { locationAt, readSource } from "../source-text.ts";

type LaunchProblem = FieldProblem & {
  /** A few words for a list, where the field's own label says too little. */
  title?: string;
};

/** One thing to settle before the public sees the site. */
export type LaunchItem = LaunchProblem & { group: keyof typeof launchGroups };

/**
 * What each group of items asks of the owner, what is quick first; the minutes that one item takes her, estimated; and
 * how it is done in the files.
 */
export const launchGroups = {
  facts: {
    title: "Careful guesses to check",
    minutes: 0.2,
    remedy: "correct the value, then delete its source line",
  },
  placeholders: { title: "Invented details to replace with your own", minutes: 0.5 },
  privacy: { title: "The date of the privacy policy", minutes: 0.5 },
  links: { title: "Links that are missing or not safe", minutes: 0.5 },
  gallery: { title: "Drawn pictures to replace, or to sign for", minutes: 0.5, remedy: "in results.yaml" },
  claims: { title: "Claims the studio may not publish", minutes: 1 },
  offer: { title: "Sentences that name what is not offered", minutes: 1 },
  reviews: { title: "Sample reviews to replace with real ones, or to take out", minutes: 1 },
  suitability: {
    title: "Who can have each treatment",
    minutes: 2,
    remedy: "check the seven answers, then change suitabilityIs to settled",
  },
  questions: {
    title: "Questions only you can answer",
    minutes: 3,
    remedy: "fill in answer, date and initials",
  },
  settings: { title: "Settings of the server", minutes: 0 },
} satisfies Record<string, { title: string; minutes: number; remedy?: string }>;

/**
 * Returns why search engines are asked to stay away: the site is public, and its owner has not launched it yet. After
 * the launch no edit hides the site again; see `publishingBlockers`.
 */
export function hiddenReason(content: Content, siteUrl: string): string | undefined {
  if (!isPublic(siteUrl) || content.studio.launched) return undefined;
  const remaining = listLaunchItems(content).length;
  return remaining
    ? `${remaining === 1 ? "1 thing is" : `${remaining} things are`} left to settle before launch`
    : "everything is settled, but the site has not been launched yet";
}

/**
 * Whether an item stops a launched site from publishing. A question does not: one that came with an upgrade would
 * otherwise stop every edit. Nor does a sentence that names what is not offered: whoever takes a treatment off at once
 * publishes that first, and then says the rest otherwise. Both are listed until they are settled.
 */
export const stopsPublishing = ({ group }: LaunchItem): boolean => group !== "questions" && group !== "offer";

/** Lists what may not be published on a launched site: the edit waits, and the published site stays as it is. */
export function publishingBlockers(folder: string, content: Content, siteUrl: string): ContentProblem[] {
  if (!isPublic(siteUrl) || !content.studio.launched) return [];
  return listLaunchItems(content)
    .filter(stopsPublishing)
    .map((item) => ({ ...item, location: locatePhrase(folder, item) }));
}

/** Where the words are that may not be published, if an item is about words. */
function locatePhrase(folder: string, { file, params }: ContentProblem) {
  if (!params || !("phrase" in params)) return undefined;
  const { text } = readSource(join(folder, file));
  const offset = text.toLowerCase().indexOf(params.phrase.toLowerCase());
  return offset < 0 ? undefined : locationAt(text, offset);
}

/** Lists everything in the content that must not go public as it is. */
export function listLaunchItems(given: Content): LaunchItem[] {
  const content = withoutDrafts(given);
  const values = listContentValues(content);
  const texts = listVisibleTexts(content, values);
  const offered = listOffered(content);
  /** What is guessed of a treatment is shown only while it is offered. */
  const isShown = ({ file }: FieldProblem) => {
    const slug = /^treatments\/(.*)\.yaml$/.exec(file)?.[1];
    return slug === undefined || offered.has(slug);
  };
  const found: [LaunchItem["group"], LaunchProblem[]][] = [
    ["questions", listOpenQuestions(content)],
    ["placeholders", placeholders(content, values, texts)],
    ["reviews", reviews(content)],
    ["gallery", gallery(content)],
    ["facts", guesses(values).filter(isShown)],
    ["suitability", suitability(content).filter(isShown)],
    ["offer", listUnofferedNames(content, values, texts)],
    ["privacy", privacyDate(content)],
    ["links", links(content, texts)],
    ["claims", [...unprovenClaims(content, texts), ...claims(content, texts)]],
  ];
  return found.flatMap(([group, problems]) => problems.map((problem) => ({ group, ...problem })));
}

const isNo = (answer: string | null) => /^not?\b/i.test(answer ?? "");

/** Lists the questions without an answer, and what their answers need in the file of a treatment. */
export const listOpenQuestions = (content: Content): LaunchProblem[] => [
  ...unanswered(content),
  ...missingLines(content),
];

function unanswered({ studio, treatments, paths, testimonials }: Content): LaunchProblem[] {
  const items = paths.flatMap((path) => path.treatments.flatMap((item) => ("name" in item ? [item] : [])));
  return Object.entries(studio.gates).flatMap(([id, gate]): LaunchProblem[] => {
    if (gate.settles === "reviews" && testimonials.length === 0) return [];
    const { title = `Question ${id}`, question, answer, date, initials, offer, proof } = gate;
    const answers = { answer, date, initials, offer, proof: isNo(answer) ? undefined : proof };
    const missing = Object.entries(answers).flatMap(([name, value]) => (value === null ? [name] : []));
    const isDeclined = offer === undefined && proof === undefined && isNo(answer);
    if (missing.length === 0 && !isDeclined) return [];
    const about = [
      ...[...treatments.values()].filter((treatment) => questionsOf(treatment).includes(id)),
      ...items.filter(({ gates }) => gates?.includes(id)),
    ];
    const params = { question, answer, missing, about: [...new Set(about.map(({ name }) => name))] };
    return [{ file: "studio.yaml", field: `gates.${id}`, code: "question_open", params, title }];
  });
}

/** A yes may ask for a line in the file of each treatment that is offered: who performs it, a licence, a version. */
function missingLines(content: Content): LaunchProblem[] {
  const offered = listOffered(content);
  return [...content.treatments.values()].flatMap((treatment) =>
    questionsOf(treatment).flatMap((id): LaunchProblem[] => {
      const { needs, offer, title = id } = content.studio.gates[id] ?? {};
      if (!needs || !offer || treatment[needs] || !offered.has(treatment.slug)) return [];
      const { slug, name } = treatment;
      const place = { file: `treatments/${slug}.yaml`, field: needs, title: `${title}: ${name}` };
      return [{ ...place, code: "line_missing", params: { question: title, name } }];
    }),
  );
}

/** Finds what may be said only once its question is answered, and answered with proof where it asks for that. */
function unprovenClaims({ studio, claims }: Content, texts: ContentValue<string>[]): LaunchProblem[] {
  return claims.untilAnswered.flatMap(({ say, question }) => {
    const gate = studio.gates[question];
    if (gate?.answer && gate.date && gate.initials && gate.proof !== null && !isNo(gate.answer)) return [];
    return findClaims(texts, { forbidden: [say], inPlace: [] }).map(({ file, field, phrase }): LaunchProblem => {
      return { file, field, code: "claim_unproven", params: { phrase, question: gate?.title ?? question } };
    });
  });
}

const claims = ({ claims: rules }: Content, texts: ContentValue<string>[]): LaunchProblem[] =>
  findClaims(texts, rules).map(({ file, field, phrase, why, instead }) => {
    return { file, field, code: "claim", params: { phrase, why, instead } };
  });

/** A pair of braces that the site does not fill in. */
const unknownToken =
  /\{(?!(brand|privacyContact|email|phone|address|rating|retentionDays|country|firstName|treatment|number|place|time|ifConfirmed|ifCounted)\})/;
const inventedDetail = /\bexample\.[a-z]|\.example\b|\b\d+ Example\b|555-?01|\blorem\b/i;

function placeholders(content: Content, values: ContentValue[], texts: ContentValue<string>[]): LaunchProblem[] {
  const { studio, testimonials } = content;
  const samples = valuesWithSource(values, "sample").filter(({ file }) => file !== "testimonials.yaml");
  // What is inside of a sample goes with it.
  const others = texts.filter(
    ({ file, field }) => !samples.some((sample) => sample.file === file && field.startsWith(`${sample.field}.`)),
  );
  const isBrand = ({ file, field }: ContentValue) => file === "studio.yaml" && field === "brand.value";
  const ofStudio = (field: string, problem: CodedProblem): LaunchProblem => ({
    file: "studio.yaml",
    field,
    ...problem,
  });
  // People write their own number without the country code, and often with a zero instead.
  const digits = studio.phone.value.replace(/\D/g, "").replace(/^0+/, "");
  const { shortName, mark, logo } = studio;
  const isInitial = logo || mark.letter.toUpperCase() === shortName.trim().charAt(0).toUpperCase();
  const { description } = content.pages.testimonials;
  const allVerified = testimonials.length > 0 && testimonials.every(({ source }) => source === "verified");
  return [
    ...samples.map(({ file, field, value }): LaunchProblem => {
      return { file, field, code: "sample", params: { value: summarise(value) } };
    }),
    ...others
      .filter(({ value }) => unknownToken.test(value) || inventedDetail.test(value))
      .map(({ file, field, value }): LaunchProblem => ({ file, field, code: "placeholder", params: { value } })),
    ...studio.sampleNames.flatMap((name) =>
      others
        .filter((text) => text.value.includes(name) && !isBrand(text))
        .map(({ file, field }): LaunchProblem => ({ file, field, code: "sample_name", params: { name } })),
    ),
    ...(studio.phoneE164?.endsWith(digits) === false ? [ofStudio("phoneE164", { code: "phone_differs" })] : []),
    ...(isInitial
      ? []
      : [ofStudio("mark.letter", { code: "mark_differs", params: { letter: mark.letter, shortName } })]),
    ...(allVerified && /\bsamples?\b/i.test(description)
      ? [{ file: "pages/testimonials.yaml", field: "description", code: "speaks_of_samples" as const }]
      : []),
  ];
}

function reviews({ testimonials }: Content): LaunchProblem[] {
  return testimonials.flatMap(({ name, source, consent }, index) => {
    const place = { file: "testimonials.yaml", field: `testimonials[${index + 1}]`, params: { name } };
    const found: LaunchProblem[] = [];
    if (source === "sample") found.push({ ...place, code: "review_sample" });
    if (source === "verified" && !consent)
      found.push({ ...place, field: `${place.field}.consent`, code: "review_without_consent" });
    if (/\b(sample|lorem|test)\b/i.test(name)) found.push({ ...place, code: "review_name" });
    return found;
  });
}

function gallery(content: Content): LaunchProblem[] {
  const { results, illustrationsAccepted } = content;
  const drawn = results.flatMap(({ treatment, area, shows }, index): LaunchProblem[] => {
    const place = { file: "results.yaml", field: `results[${index + 1}]` };
    return "drawing" in shows ? [{ ...place, code: "drawing_unsigned", params: { treatment, area } }] : [];
  });
  return [...(illustrationsAccepted ? [] : drawn), ...mislabelledPhotographs(content)];
}

/** Finds real photographs that the text still calls drawings. */
function mislabelledPhotographs({ results, images, pages }: Content): LaunchProblem[] {
  const photographs = results.flatMap(({ shows }) => ("drawing" in shows ? [] : [shows]));
  const check = (file: string, field: string, text = ""): LaunchProblem[] => {
    const phrase = /\b(illustrat\w*|drawn|drawings?|not a client)\b/i.exec(text)?.[0];
    return phrase ? [{ file, field, code: "called_drawing", params: { phrase, photographs: photographs.length } }] : [];
  };
  const words = photographs.length === results.length ? pages.results : undefined;
  return [
    ...photographs
      .flatMap(({ before, after }) => [before, after])
      .flatMap((name) => check("images/images.yaml", `${name}.alt`, images[name]?.alt)),
    ...(["description", "disclaimer", "lede", "footnote"] as const).flatMap((field) =>
      check("pages/results.yaml", field, words?.[field]),
    ),
  ];
}

const guesses = (values: ContentValue[]): LaunchProblem[] =>
  valuesWithSource(values, "proposed").map(({ file, field, value }) => {
    return { file, field, code: "proposed", params: { value: summarise(value) } };
  });

/** Nobody's body follows a guess: the owner checks each treatment's answers against the manuals. */
const suitability = ({ treatments }: Content): LaunchProblem[] =>
  [...treatments.values()]
    .filter(({ suitabilityIs }) => suitabilityIs === "proposed")
    .map(({ slug, name }) => {
      const place = { file: `treatments/${slug}.yaml`, field: "suitabilityIs", title: "Can I have it?" };
      return { ...place, code: "suitability_proposed", params: { name } };
    });

/** An answered question does not excuse an old date: visitors have to read the day of the text as well. */
function privacyDate({ pages: { privacy }, studio }: Content): LaunchProblem[] {
  const { lastUpdated, updated, wordingLabel } = privacy;
  const gate = Object.values(studio.gates).find(({ settles }) => settles === "privacy-date");
  const confirmed = gate?.answer && (gate.date ?? "") >= updated;
  if (lastUpdated >= updated || (confirmed && wordingLabel)) return [];
  const params = { lastUpdated, updated, showsBoth: Boolean(wordingLabel) };
  return [{ file: "pages/privacy.yaml", field: "lastUpdated", code: "policy_date_old", params }];
}

function links({ studio }: Content, texts: ContentValue<string>[]): LaunchProblem[] {
  const unsafe = texts.filter(({ value }) => /\bhttp:\/\//i.test(value));
  const found = unsafe.map(({ file, field, value }): LaunchProblem => {
    return { file, field, code: "link_unsafe", params: { value } };
  });
  for (const [index, { name, url }] of studio.social.entries()) {
    if (new URL(url).pathname.length > 1) continue;
    found.push({
      file: "studio.yaml",
      field: `social[${index + 1}].url`,
      code: "profile_missing",
      params: { name, url },
    });
  }
  return found;
}

/** Lists the records that are marked with a source. */
function valuesWithSource(values: ContentValue[], source: Fact["source"]): ContentValue[] {
  return values.filter(
    ({ value }) => typeof value === "object" && value !== null && "source" in value && value.source === source,
  );
}

/** Describes a record by its value or its most telling field. */
function summarise(value: unknown): string {
  if (typeof value !== "object" || value === null) return String(value);
  const { source: _, ...rest } = value as Record<string, unknown>;
  return Object.values(rest).join(", ");
}

/** Lists facts that visitors look for and that are still missing. They do not block the launch. */
export const suggestedAdditions = ({ studio, treatments, pages }: Content) => ({
  facts: optionalFacts.filter((name) => !studio.more?.[name]),
  /** What shows on About that a person is behind the studio. */
  person: (["portrait", "signature"] as const).filter((name) => !pages.about[name]),
  /** The slugs of treatments without a price. */
  unpriced: [...treatments.values()].filter(({ priceFrom }) => !priceFrom).map(({ slug }) => slug),
});
