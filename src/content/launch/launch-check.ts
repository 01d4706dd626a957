import { join } from "node:path";
import { isPublic } from "../../settings/site-address.ts";
import { findClaims } from "../claims.ts";
import type { Content } from "../content.ts";
import type { ContentProblem } from "../content-problems.ts";
import { type ContentValue, listContentValues, listVisibleTexts } from "../content-values.ts";
import { listOffered, questionsOf } from "../offer.ts";
import type { Fact } from "../schemas/fields.ts";
import { optionalFacts } from "../schemas/studio-schemas.ts";
import { locationAt, readSource } from "../source-text.ts";

/** One thing to settle before the public sees the site, in words for the owner. */
export interface LaunchItem {
  group: keyof typeof launchGroups;
  file: string;
  field: string;
  message: string;
  /** A few words for a list, where the field's own label says too little. */
  title?: string;
  /** The text it is about, exactly as in the file. */
  phrase?: string;
  /** For a claim that waits for the answer to this launch question. */
  question?: string;
  /** For a claim: why it is not allowed, and what to write instead. */
  why?: string;
  instead?: string;
}

/** What each group of items asks of the owner, in the order to work through them. */
export const launchGroups = {
  questions: "Questions only you can answer (fill in answer, date and initials)",
  placeholders: "Invented details to replace with your own",
  reviews: "Sample reviews to replace with real ones, or to take out",
  gallery: "Drawn pictures to replace, or to sign for (in results.yaml)",
  facts: "Careful guesses to check (correct the value, then delete its source line)",
  suitability: "Who can have each treatment (check the seven answers, then change suitabilityIs to settled)",
  privacy: "The date of the privacy policy",
  links: "Links that are missing or not safe",
  claims: "Claims the studio may not publish",
  settings: "Settings of the server",
} as const;

/**
 * Returns why search engines are asked to stay away: the site is public, and its owner has not launched it yet. After
 * the launch no edit hides the site again; see `publishingBlockers`.
 */
export function hiddenReason(content: Content, siteUrl: string): string | undefined {
  if (!isPublic(siteUrl) || content.studio.launched) return undefined;
  const remaining = listLaunchItems(content).length;
  return remaining
    ? `${remaining === 1 ? "1 thing is" : `${remaining} things are`} left to settle before launch (npm run launch-check)`
    : "everything is settled, but the site has not been launched yet (npm run launch-check)";
}

/**
 * Whether an item stops a launched site from publishing. A question does not: one that came with an upgrade would
 * otherwise stop every edit, so the owner is asked for it while her site stays as it is.
 */
export const stopsPublishing = ({ group }: LaunchItem): boolean => group !== "questions";

/** Lists what may not be published on a launched site: the edit waits, and the published site stays as it is. */
export function publishingBlockers(folder: string, content: Content, siteUrl: string): ContentProblem[] {
  if (!isPublic(siteUrl) || !content.studio.launched) return [];
  return listLaunchItems(content)
    .filter(stopsPublishing)
    .map(({ file, field, message, phrase }) => ({
      file,
      message: `'${field}' ${message}`,
      location: phrase ? locatePhrase(join(folder, file), phrase) : undefined,
    }));
}

function locatePhrase(path: string, phrase: string) {
  const { text } = readSource(path);
  const offset = text.toLowerCase().indexOf(phrase.toLowerCase());
  return offset < 0 ? undefined : locationAt(text, offset);
}

/** Lists everything in the content that must not go public as it is. */
export function listLaunchItems(content: Content): LaunchItem[] {
  const values = listContentValues(content);
  const texts = listVisibleTexts(content, values);
  return [
    ...listOpenQuestions(content),
    ...placeholders(content, values, texts),
    ...reviews(content),
    ...gallery(content),
    ...facts(values),
    ...suitability(content),
    ...privacyDate(content),
    ...links(content, texts),
    ...unprovenClaims(content, texts),
    ...findClaims(texts, content.claims).map(({ file, field, phrase: claim, why, instead }): LaunchItem => {
      const message = `says "${claim}". Say what can be shown to be true.`;
      return { group: "claims", file, field, message, phrase: claim, ...(why && { why }), ...(instead && { instead }) };
    }),
  ];
}

const isNo = (answer: string | null) => /^no\b/i.test(answer ?? "");

/** Lists the questions without an answer, and what their answers need in the file of a treatment. */
export function listOpenQuestions(content: Content): LaunchItem[] {
  return [...unanswered(content), ...missingLines(content)];
}

function unanswered({ studio, treatments, paths }: Content): LaunchItem[] {
  return Object.entries(studio.gates).flatMap(([id, { title, question, answer, date, initials, offer, proof }]) => {
    const answers = {
      answer,
      date,
      initials,
      ...(offer !== undefined && { offer }),
      ...(proof !== undefined && !isNo(answer) && { proof }),
    };
    const missing = Object.entries(answers).flatMap(([name, value]) => (value === null ? [name] : []));
    const declined = offer === undefined && proof === undefined && isNo(answer);
    if (missing.length === 0 && !declined) return [];
    const items = paths.flatMap((path) => path.treatments.flatMap((item) => ("name" in item ? [item] : [])));
    const affected = new Set([
      ...[...treatments.values()].filter((treatment) => questionsOf(treatment).includes(id)).map(({ name }) => name),
      ...items.filter(({ gates }) => gates?.includes(id)).map(({ name }) => name),
    ]);
    const about = affected.size ? ` (about ${[...affected].join(", ")})` : "";
    const detail = missing.length
      ? `Missing: ${missing.join(", ")}.`
      : `"${answer}" is a no, which does not let the site go public.`;
    const message = `${question}${about} ${detail}`;
    const item: LaunchItem = { group: "questions", file: "studio.yaml", field: `gates.${id}`, message };
    return [{ ...item, title: title ?? `Question ${id}` }];
  });
}

/** A yes may ask for a line in the file of each treatment that is offered: who performs it, a licence, a version. */
function missingLines(content: Content): LaunchItem[] {
  const offered = listOffered(content);
  return [...content.treatments.values()].flatMap((treatment) =>
    questionsOf(treatment).flatMap((id): LaunchItem[] => {
      const { needs, offer, title } = content.studio.gates[id] ?? {};
      if (!needs || !offer || treatment[needs] || !offered.has(treatment.slug)) return [];
      const message = `is missing, and question ${id} asks for it. Write it for ${treatment.name}, or do not offer it.`;
      const place = { file: `treatments/${treatment.slug}.md`, field: needs };
      return [{ group: "questions", ...place, message, title: `${title ?? id}: ${treatment.name}` }];
    }),
  );
}

/** Finds what may be said only once its question is answered, and answered with proof where it asks for that. */
function unprovenClaims({ studio, claims }: Content, texts: ContentValue<string>[]): LaunchItem[] {
  return claims.untilAnswered.flatMap(({ say, question }) => {
    const gate = studio.gates[question];
    if (gate?.answer && gate.date && gate.initials && gate.proof !== null && !isNo(gate.answer)) return [];
    return findClaims(texts, { forbidden: [say], inPlace: [] }).map(({ file, field, phrase }): LaunchItem => {
      const message = `says "${phrase}", and question ${question} has no proof of it. Answer it, or take the sentence out.`;
      return { group: "claims", file, field, message, phrase, question };
    });
  });
}

function placeholders(content: Content, values: ContentValue[], texts: ContentValue<string>[]): LaunchItem[] {
  const item = ({ file, field }: ContentValue, message: string): LaunchItem => ({
    group: "placeholders",
    file,
    field,
    message,
  });
  const { studio, testimonials } = content;
  const samples = valuesWithSource(values, "sample").filter(({ file }) => file !== "testimonials.yaml");

  const unknownToken =
    /\{(?!(brand|privacyContact|email|phone|address|rating|[Tt]reatments|[Pp]aths|retentionDays|country|firstName|treatment|ifConfirmed|ifCounted)\})/;
  const inventedDetail = /\bexample\.[a-z]|\.example\b|\b\d+ Example\b|555-?01|\blorem\b/i;
  const placeholderItems = texts
    .filter(({ value }) => unknownToken.test(value) || inventedDetail.test(value))
    .filter(({ file, field }) => !samples.some((known) => known.file === file && field.startsWith(`${known.field}.`)))
    .map((place) => item(place, `${summarise(place.value)} holds a placeholder.`));

  const brandField = { file: "studio.yaml", field: "brand.value" };
  const sampleNameItems = studio.sampleNames.flatMap((name) =>
    texts
      .filter(
        ({ value, file, field }) => value.includes(name) && !(file === brandField.file && field === brandField.field),
      )
      .filter(({ file, field }) => !samples.some((known) => known.file === file && field.startsWith(`${known.field}.`)))
      .map((place) => item(place, `still says the sample name, ${name}.`)),
  );

  // People write their own number without the country code, and often with a zero instead.
  const digits = studio.phone.value.replace(/\D/g, "").replace(/^0+/, "");
  const agrees = !studio.phoneE164 || studio.phoneE164.endsWith(digits);
  const phone = agrees ? [] : ["is not the number in phone. Empty it, and phones dial that number."];
  const initial = studio.shortName.trim().charAt(0).toUpperCase();
  const mark =
    studio.mark.letter.toUpperCase() === initial
      ? []
      : [
          `is ${studio.mark.letter}, but the studio is called ${studio.shortName}. Change it, and remove its strokes and light.`,
        ];
  const allVerified = testimonials.every(({ source }) => source === "verified");
  const description = allVerified && /\bsamples?\b/i.test(content.pages.testimonials.description);
  return [
    ...samples.map((place) =>
      item(place, `${summarise(place.value)} is a sample. Replace it, then delete its source line.`),
    ),
    ...placeholderItems,
    ...sampleNameItems,
    ...phone.map((message) => item({ file: "studio.yaml", field: "phoneE164", value: "" }, message)),
    ...mark.map((message) => item({ file: "studio.yaml", field: "mark.letter", value: "" }, message)),
    ...(description
      ? [item({ file: "pages/testimonials.yaml", field: "description", value: "" }, "still speaks of samples.")]
      : []),
  ];
}

function reviews({ testimonials }: Content): LaunchItem[] {
  return testimonials.flatMap(({ name, source, consent }, index) => {
    const reasons = [
      ...(source === "sample" ? ["is an invented sample."] : []),
      ...(source === "verified" && !consent ? ["has no consent: say how it was given and on which day."] : []),
      ...(/\b(sample|lorem|test)\b/i.test(name) ? ["does not look like a client's name."] : []),
    ];
    const field = `testimonials[${index + 1}]`;
    return reasons.map((reason): LaunchItem => {
      return { group: "reviews", file: "testimonials.yaml", field, message: `${name} ${reason}` };
    });
  });
}

function gallery(content: Content): LaunchItem[] {
  const { results, illustrationsAccepted } = content;
  const mislabelled = mislabelledPhotographs(content);
  if (illustrationsAccepted) return mislabelled;
  const drawn = results.flatMap(({ treatment, area, shows }, index): LaunchItem[] => {
    const message = `${treatment}, ${area} shows drawings, not a client.`;
    return "drawing" in shows
      ? [{ group: "gallery", file: "results.yaml", field: `results[${index + 1}]`, message }]
      : [];
  });
  return [...drawn, ...mislabelled];
}

/** Finds real photographs that the text still calls drawings. */
function mislabelledPhotographs({ results, images, pages }: Content): LaunchItem[] {
  const drawing = /\b(illustrat\w*|drawn|drawings?|not a client)\b/i;
  const photographs = results.flatMap(({ shows }) => ("drawing" in shows ? [] : [shows]));
  const item = (file: string, field: string, text: string): LaunchItem[] => {
    const phrase = drawing.exec(text)?.[0];
    const message = `says "${phrase}", but ${photographs.length} of the cards show photographs. Say what they are.`;
    return phrase ? [{ group: "gallery", file, field, message, phrase }] : [];
  };
  return [
    ...photographs
      .flatMap(({ before, after }) => [before, after])
      .flatMap((name) => item("images/images.yaml", `${name}.alt`, images[name]?.alt ?? "")),
    ...(photographs.length === results.length
      ? (["description", "disclaimer", "lede", "footnote"] as const).flatMap((field) =>
          item("pages/results.yaml", field, pages.results?.[field] ?? ""),
        )
      : []),
  ];
}

function facts(values: ContentValue[]): LaunchItem[] {
  return valuesWithSource(values, "proposed").map(({ file, field, value }) => {
    return { group: "facts", file, field, message: `${summarise(value)}. Is this so?` };
  });
}

/** Nobody's body follows a guess: the owner checks each treatment's answers against the manuals. */
function suitability({ treatments }: Content): LaunchItem[] {
  return [...treatments.values()].flatMap(({ slug, name, suitabilityIs }): LaunchItem[] => {
    const message = `the seven answers of ${name} are proposed. Check each one against your manuals.`;
    return suitabilityIs === "proposed"
      ? [{ group: "suitability", file: `treatments/${slug}.md`, field: "suitabilityIs", message }]
      : [];
  });
}

/** An answered question does not excuse an old date: visitors have to read the day of the text as well. */
function privacyDate({ pages: { privacy }, studio }: Content): LaunchItem[] {
  const gate = Object.values(studio.gates).find(({ settles }) => settles === "privacy-date");
  const confirmed = gate?.answer && (gate.date ?? "") >= privacy.updated;
  if (privacy.lastUpdated >= privacy.updated || (confirmed && privacy.wordingLabel)) return [];
  const remedy = privacy.wordingLabel
    ? "Answer the question about it after that day, or write the day you adopted this text."
    : "Write the day you adopted this text, or wordingLabel, with which the page shows both days.";
  const message = `is ${privacy.lastUpdated}, but the text changed on ${privacy.updated}. ${remedy}`;
  return [{ group: "privacy", file: "pages/privacy.md", field: "lastUpdated", message }];
}

function links({ studio }: Content, texts: ContentValue<string>[]): LaunchItem[] {
  const unsafe = texts.filter(({ value }) => /\bhttp:\/\//i.test(value));
  const hasProfile = new URL(studio.social.url).pathname.length > 1;
  return [
    ...unsafe.map(({ file, field, value }): LaunchItem => {
      return { group: "links", file, field, message: `${value} must start with https://` };
    }),
    ...(hasProfile
      ? []
      : ([
          {
            group: "links",
            file: "studio.yaml",
            field: "social.url",
            message: `${studio.social.url} is the front page of ${studio.social.name}, not your profile.`,
          },
        ] as const)),
  ];
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
  const { source: _, key: __, ...rest } = value as Record<string, unknown>;
  return Object.values(rest).join(", ");
}

/** Lists facts that visitors look for and that are still missing. They do not block the launch. */
export function suggestedAdditions({ studio, treatments }: Content): ContentValue<string>[] {
  const more = optionalFacts
    .filter((name) => !studio.more?.[name])
    .map((name) => ({ file: "studio.yaml", field: `more.${name}`, value: "" }));
  const prices = [...treatments.values()].filter(({ priceFrom }) => !priceFrom).map(({ slug }) => slug);
  return [...more, ...(prices.length ? [{ file: "treatments", field: "priceFrom", value: prices.join(", ") }] : [])];
}
