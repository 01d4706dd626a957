import { join } from "node:path";
import { isPublic } from "../../settings/site-address.ts";
import { findClaims } from "../claims.ts";
import type { Content } from "../content.ts";
import type { ContentProblem, FieldProblem } from "../content-problems.ts";
import { type ContentValue, listContentValues, listVisibleTexts } from "../content-values.ts";
import { listOffered, listUnofferedNames, questionsOf, withoutDrafts } from "../offer.ts";
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
  facts: { title: "Careful guesses to check", minutes: 0.2, remedy: "correct the value, then delete its source line" },
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
  questions: { title: "Questions only you can answer", minutes: 3, remedy: "fill in answer, date and initials" },
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
  const hidden = [...content.treatments.keys()].filter((slug) => !offered.has(slug)).map(fileOf);
  const shown = values.filter(({ file }) => !hidden.includes(file));
  const items: LaunchItem[] = [];
  const reportIn = (group: LaunchItem["group"]) => (problem: LaunchProblem) => items.push({ group, ...problem });
  listOpenQuestions(content).forEach(reportIn("questions"));
  checkPlaceholders(content, values, texts, reportIn("placeholders"));
  checkReviews(content, reportIn("reviews"));
  checkGallery(content, reportIn("gallery"));
  listMarked(shown, "proposed").forEach(reportIn("facts"));
  checkSuitability(content, offered, reportIn("suitability"));
  listUnofferedNames(content, values, texts).forEach(reportIn("offer"));
  checkPrivacyDate(content, reportIn("privacy"));
  checkAddresses(content, texts, reportIn("links"));
  checkClaims(content, texts, reportIn("claims"));
  return items;
}

type Report = (problem: LaunchProblem) => void;

const fileOf = (slug: string) => `treatments/${slug}.yaml`;
const isNo = (answer: string | null) => /^not?\b/i.test(answer ?? "");

/** Lists the questions without an answer, and what their answers need in the file of a treatment. */
export function listOpenQuestions(content: Content): LaunchProblem[] {
  const { studio, treatments, paths, testimonials } = content;
  const found: LaunchProblem[] = [];
  const items = paths.flatMap((path) => path.treatments.flatMap((item) => ("name" in item ? [item] : [])));
  for (const [id, gate] of Object.entries(studio.gates)) {
    if (gate.settles === "reviews" && testimonials.length === 0) continue;
    const { title = `Question ${id}`, question, answer, date, initials, offer, proof } = gate;
    const answers = { answer, date, initials, offer, proof: isNo(answer) ? undefined : proof };
    const missing = Object.entries(answers).flatMap(([name, value]) => (value === null ? [name] : []));
    const isDeclined = offer === undefined && proof === undefined && isNo(answer);
    if (missing.length === 0 && !isDeclined) continue;
    const about = [
      ...[...treatments.values()].filter((treatment) => questionsOf(treatment).includes(id)),
      ...items.filter(({ gates }) => gates?.includes(id)),
    ];
    const params = { question, answer, missing, about: [...new Set(about.map(({ name }) => name))] };
    found.push({ file: "studio.yaml", field: `gates.${id}`, code: "question_open", params, title });
  }
  // A yes may ask for a line in the file of each treatment that is offered: who performs it, a licence, a version.
  const offered = listOffered(content);
  for (const treatment of treatments.values()) {
    const { slug, name } = treatment;
    for (const id of questionsOf(treatment)) {
      const { needs, offer, title: question = id } = studio.gates[id] ?? {};
      if (!needs || !offer || treatment[needs] || !offered.has(slug)) continue;
      const place = { file: fileOf(slug), field: needs, title: `${question}: ${name}` };
      found.push({ ...place, code: "line_missing", params: { question, name } });
    }
  }
  return found;
}

function checkClaims({ studio, claims }: Content, texts: ContentValue<string>[], report: Report) {
  // Some may be said once their question is answered, and answered with proof where it asks for that.
  for (const { say, question } of claims.untilAnswered) {
    const gate = studio.gates[question];
    if (gate?.answer && gate.date && gate.initials && gate.proof !== null && !isNo(gate.answer)) continue;
    for (const { file, field, phrase } of findClaims(texts, { forbidden: [say], inPlace: [] }))
      report({ file, field, code: "claim_unproven", params: { phrase, question: gate?.title ?? question } });
  }
  for (const { file, field, phrase, why, instead } of findClaims(texts, claims))
    report({ file, field, code: "claim", params: { phrase, why, instead } });
}

/** A pair of braces that the site does not fill in. */
const unknownToken =
  /\{(?!(brand|privacyContact|email|phone|address|rating|retentionDays|country|firstName|treatment|number|place|time|ifConfirmed|ifCounted)\})/;
const inventedDetail = /\bexample\.[a-z]|\.example\b|\b\d+ Example\b|555-?01|\blorem\b/i;

function checkPlaceholders(content: Content, values: ContentValue[], texts: ContentValue<string>[], report: Report) {
  const { studio, testimonials } = content;
  const samples = listMarked(values, "sample").filter(({ file }) => file !== "testimonials.yaml");
  samples.forEach(report);
  // What is inside of a sample goes with it.
  const others = texts.filter(
    ({ file, field }) => !samples.some((sample) => sample.file === file && field.startsWith(`${sample.field}.`)),
  );
  for (const { file, field, value } of others)
    if (unknownToken.test(value) || inventedDetail.test(value))
      report({ file, field, code: "placeholder", params: { value } });
  for (const name of studio.sampleNames)
    for (const { file, field, value } of others)
      if (value.includes(name) && !(file === "studio.yaml" && field === "brand.value"))
        report({ file, field, code: "sample_name", params: { name } });
  // People write their own number without the country code, and often with a zero instead.
  const digits = studio.phone.value.replace(/\D/g, "").replace(/^0+/, "");
  if (studio.phoneE164?.endsWith(digits) === false)
    report({ file: "studio.yaml", field: "phoneE164", code: "phone_differs" });
  const { shortName, logo } = studio;
  const { letter } = studio.mark;
  if (!logo && letter.toUpperCase() !== shortName.trim().charAt(0).toUpperCase())
    report({ file: "studio.yaml", field: "mark.letter", code: "mark_differs", params: { letter, shortName } });
  const allVerified = testimonials.length > 0 && testimonials.every(({ source }) => source === "verified");
  if (allVerified && /\bsamples?\b/i.test(content.pages.testimonials.description))
    report({ file: "pages/testimonials.yaml", field: "description", code: "speaks_of_samples" });
}

function checkReviews({ testimonials }: Content, report: Report) {
  for (const [index, { name, source, consent }] of testimonials.entries()) {
    const place = { file: "testimonials.yaml", field: `testimonials[${index + 1}]`, params: { name } };
    if (source === "sample") report({ ...place, code: "review_sample" });
    if (source === "verified" && !consent)
      report({ ...place, field: `${place.field}.consent`, code: "review_without_consent" });
    if (/\b(sample|lorem|test)\b/i.test(name)) report({ ...place, code: "review_name" });
  }
}

/** Drawings wait for a signature, and real photographs may not be called drawings any more. */
function checkGallery({ results, illustrationsAccepted, images, pages }: Content, report: Report) {
  for (const [index, { treatment, area, shows }] of results.entries())
    if ("drawing" in shows && !illustrationsAccepted)
      report({
        file: "results.yaml",
        field: `results[${index + 1}]`,
        code: "drawing_unsigned",
        params: { treatment, area },
      });
  const photographs = results.flatMap(({ shows }) => ("drawing" in shows ? [] : [shows]));
  const check = (file: string, field: string, text = "") => {
    const phrase = /\b(illustrat\w*|drawn|drawings?|not a client)\b/i.exec(text)?.[0];
    if (phrase) report({ file, field, code: "called_drawing", params: { phrase, photographs: photographs.length } });
  };
  for (const name of photographs.flatMap(({ before, after }) => [before, after]))
    check("images/images.yaml", `${name}.alt`, images[name]?.alt);
  const words = photographs.length === results.length ? pages.results : undefined;
  for (const field of ["description", "disclaimer", "lede", "footnote"] as const)
    check("pages/results.yaml", field, words?.[field]);
}

/** Nobody's body follows a guess: the owner checks each treatment's answers against the manuals. */
function checkSuitability({ treatments }: Content, offered: Set<string>, report: Report) {
  for (const { slug, name, suitabilityIs } of treatments.values()) {
    const place = { file: fileOf(slug), field: "suitabilityIs", title: "Can I have it?" };
    if (suitabilityIs === "proposed" && offered.has(slug))
      report({ ...place, code: "suitability_proposed", params: { name } });
  }
}

/** An answered question does not excuse an old date: visitors have to read the day of the text as well. */
function checkPrivacyDate({ pages: { privacy }, studio }: Content, report: Report) {
  const { lastUpdated, updated, wordingLabel } = privacy;
  const gate = Object.values(studio.gates).find(({ settles }) => settles === "privacy-date");
  const confirmed = gate?.answer && (gate.date ?? "") >= updated;
  if (lastUpdated >= updated || (confirmed && wordingLabel)) return;
  const params = { lastUpdated, updated, showsBoth: Boolean(wordingLabel) };
  report({ file: "pages/privacy.yaml", field: "lastUpdated", code: "policy_date_old", params });
}

function checkAddresses({ studio }: Content, texts: ContentValue<string>[], report: Report) {
  for (const { file, field, value } of texts)
    if (/\bhttp:\/\//i.test(value)) report({ file, field, code: "link_unsafe", params: { value } });
  for (const [index, { name, url }] of studio.social.entries()) {
    const place = { file: "studio.yaml", field: `social[${index + 1}].url` };
    if (new URL(url).pathname.length <= 1) report({ ...place, code: "profile_missing", params: { name, url } });
  }
}

/** Lists the records that are marked with a source, each with the values that it holds. */
function listMarked(values: ContentValue[], mark: "sample" | "proposed") {
  return values.flatMap(({ file, field, value }) => {
    if (typeof value !== "object" || value === null) return [];
    const { source, ...rest } = value as Record<string, unknown>;
    return source === mark ? [{ file, field, code: mark, params: { value: Object.values(rest).join(", ") } }] : [];
  });
}

/** Lists facts that visitors look for and that are still missing. They do not block the launch. */
export const suggestedAdditions = ({ studio, treatments, pages }: Content) => ({
  facts: optionalFacts.filter((name) => !studio.more?.[name]),
  /** What shows on About that a person is behind the studio. */
  person: (["portrait", "signature"] as const).filter((name) => !pages.about[name]),
  /** The slugs of treatments without a price. */
  unpriced: [...treatments.values()].filter(({ priceFrom }) => !priceFrom).map(({ slug }) => slug),
});
