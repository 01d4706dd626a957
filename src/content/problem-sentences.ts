/** What a schema refuses: the value, and what its rule allows. */
interface Refusal {
  input: unknown;
  received: string;
  expected: string;
  length: number;
  unit: string;
  limit: number;
  example: string | undefined;
}

/** A launch question without an answer, or with a no; `about` names the treatments that wait for it. */
interface OpenQuestion {
  question: string;
  answer: string | null;
  about: string[];
  missing: string[];
}

const missingParts: Record<string, string> = { offer: "whether it may be offered", proof: "the day of the proof" };

/** What one field can name, in words. */
const kinds = {
  paths: "path",
  treatments: "treatment",
  questions: "launch question",
  rules: "shared rule",
  pictures: "picture",
};

const exampleHint = (example: string | undefined) => (example ? ` For example: ${example}` : "");
const noChoice = ({ received, expected }: Refusal) =>
  `is ${received}; it must be ${expected.replaceAll(" | ", " or ")}.`;
const wrongForm = (form: string) => (refusal: Refusal) => `must be ${form}; it is ${describeInput(refusal)}.`;

/** What is wrong with a field, or with a file that has none. It is said after the name. */
const predicates = {
  // What a schema refuses has the name of Valibot's rule.
  max_length: ({ length, unit, limit }: Refusal) =>
    `has ${length} ${unit}; at most ${limit} fit. Take out ${length - limit}.`,
  min_length: ({ length, unit, limit }: Refusal) =>
    `has ${length} ${unit}; it needs at least ${limit}. Add ${limit - length}.`,
  min_value: ({ received, limit }: Refusal) => `is ${received}; it must be at least ${limit}.`,
  max_value: ({ received, limit }: Refusal) => `is ${received}; it must be at most ${limit}.`,
  picklist: noChoice,
  literal: noChoice,
  email: wrongForm("an email address like hello@example.com"),
  iso_date: ({ input, example }: Refusal) => `is '${input}', which must be a day like ${example}.`,
  iso_time: ({ input, example }: Refusal) => `is '${input}', which must be a time like ${example}.`,
  url: ({ input, example }: Refusal) => `is '${input}', which must be a full address like ${example}.`,
  // These are the rules of our own schemas.
  slug_form: wrongForm("lowercase letters, digits and hyphens alone, like first-visit"),
  colour_form: wrongForm("a colour like #c98a2b"),
  spectrum_form: wrongForm("a colour, and perhaps its position, like #c98a2b 40%"),
  svg_path_form: wrongForm("the data of an SVG path, like M5 24V4l18 20V4"),
  language_form: wrongForm("English of a country, like en-CA"),
  phone_form: wrongForm("a phone number like (555) 555-0142"),
  dialled_form: wrongForm("+ and digits alone, like +15555550142"),
  price_range_form: wrongForm("one to four signs of a currency, like $$"),
  what_is_form: wrongForm("a question that begins with What is"),
  time_zone_unknown: wrongForm("a time zone like America/Toronto"),
  address_unencrypted: wrongForm("an address that begins with https://"),
  text_marks: "has signs for bold, a link or HTML, which would be shown as they are. Write plain words.",
  not_shown: ({ received, expected }: Refusal) =>
    `says "${received}", which cannot be shown here like this. Write ${expected}.`,
  days_incomplete: "needs both days, 'holds' and 'gone', or neither where the words give no figure.",
  days_out_of_order:
    "has its days in the wrong order: it begins, holds, and is gone. For 1 to 3 days: holds: 1, gone: 3",
  fourth_fact:
    "needs exactly one of 'frequency', 'plan' and 'timeline'. Keep the one that fits best, for example: frequency: Monthly",
  usual_once: "needs what is usual exactly once: as 'recovery', or as the list 'usual' under 'risks'.",
  closes_before_opens: "closes before it opens. Write the times as 10:00 and 18:00.",
  unfit: (refusal: Refusal) => `is ${describeInput(refusal)}, which does not fit here.${exampleHint(refusal.example)}`,
  missing: ({ line }: { line: string | undefined }) => `is missing.${line ? ` Add a line such as: ${line}` : ""}`,
  empty: ({ example }: { example: string | undefined }) => `is empty. Write something there.${exampleHint(example)}`,
  unknown_field: "is not a field here. Correct its spelling, or remove the line.",

  accent_too_light: ({ colour }: { colour: string }) =>
    `is ${colour}, too light to be seen on the site's ground. Choose a darker one.`,
  accent_too_dark: ({ colour }: { colour: string }) =>
    `is ${colour}, too dark to be seen on the site's ground at night. Choose a lighter one.`,
  logo_missing: ({ name }: { name: string }) =>
    `is ${name}, and images/${name} is not there or is no drawing that can be shown. Choose your logo again.`,
  country_unknown: ({ country }: { country: string }) =>
    `has no country code, and that of ${country} is not known here. Write it with + and the code.`,
  phone_digits: ({ digits }: { digits: number }) => `has ${digits} digits, and a number needs ten. Is one missing?`,
  notice_without_end: "is missing. Write it like 2027-01-02: after that day the notice is gone by itself.",
  notice_begins_after_end: ({ until }: { until: string }) => `is after the last day, ${until}. Correct one of them.`,
  notice_without_hours: "is missing, which other hours need. Write it like 11:00.",
  path_unknown: "is not known, as no treatment has the name above. Correct the name, or choose a path.",
  related_to_itself: "names this page itself. Take it out.",
  reference_unknown: ({ name, to }: { name: string; to: keyof typeof kinds }) =>
    `names '${name}', but there is no such ${kinds[to]}. Correct it or take it out.`,
  picture_undescribed: ({ name }: { name: string }) =>
    `has no alt text. Add a line such as: ${name}: { alt: What the picture shows }`,
  not_offered: ({ sentence, name }: { sentence: string; name: string }) =>
    `says '${sentence}', but ${name} is not offered. Say it without that name, or write a short form for the time while it is not (a field that ends in Without).`,

  // Before the launch.
  line_missing: ({ question, name }: { question: string; name: string }) =>
    `is missing, and the question "${question}" asks for it. Write it for ${name}, or do not offer it.`,
  claim: ({ phrase }: { phrase: string; why: string | undefined; instead: string | undefined }) =>
    `says "${phrase}". Say what can be shown to be true.`,
  claim_unproven: ({ phrase, question }: { phrase: string; question: string }) =>
    `says "${phrase}", and the question "${question}" has no proof of it. Answer it, or take the sentence out.`,
  sample_name: ({ name }: { name: string }) => `still says the sample name, ${name}.`,
  phone_differs: "is not the number in phone. Empty it, and phones dial that number.",
  mark_differs: ({ letter, shortName }: { letter: string; shortName: string }) =>
    `is ${letter}, but the studio is called ${shortName}. Choose your logo, or change the letter and remove its strokes and light.`,
  speaks_of_samples: "still speaks of samples.",
  called_drawing: ({ phrase, photographs }: { phrase: string; photographs: number }) =>
    `says "${phrase}", but ${photographs} of the cards show photographs. Say what they are.`,
  policy_date_old: (policy: { lastUpdated: string; updated: string; showsBoth: boolean }) =>
    `is ${policy.lastUpdated}, but the text changed on ${policy.updated}. ${
      policy.showsBoth
        ? "Answer the question about it after that day, or write the day you adopted this text."
        : "Write the day you adopted this text, or wordingLabel, with which the page shows both days."
    }`,
  // Settings of the server: the name of each is the field.
  site_address_unfit: "must be the public address of the site, starting with https://",
  site_silent: ({ host, error }: { host: string; error: string }) => `names ${host}, which does not answer: ${error}.`,
  site_outdated: ({ host, pages }: { host: string; pages: string }) =>
    `names ${host}, whose pages were ${pages}. Publish once more.`,
  mail_plaintext:
    "is on: requests would travel unencrypted to the mail server. Take it out; a mail server on this machine does not need it.",
  mail_server_missing: ({ host }: { host: string | undefined }) =>
    `is not set${host ? ` on ${host}` : ""}: emails would wait, and nobody would be told of a request.`,
  mail_to_missing: "is not set: say which mailbox receives the requests.",
  mail_from_missing: "is not set: say which address the emails come from.",
  data_folder_unwritable: ({ host }: { host: string }) => `of ${host} cannot be written: no request could be kept.`,

  file_outdated:
    "is of an earlier version, in which treatments and the privacy policy ended in .md. docs/another-studio.md says how to bring all of them over.",
  file_stray: "is not a file of the site. Correct its name, or move it elsewhere.",
  file_name: ({ slug }: { slug: string }) =>
    `is not the name of a treatment's file. Rename it to ${slug}.yaml, or remove it.`,
  picture_name_taken: ({ first }: { first: string | undefined }) =>
    `has the same name as ${first}, and only one of the two can be shown. Remove one.`,
  picture_missing: ({ name }: { name: string }) => `has no picture called ${name}.`,
  picture_heic:
    "is a HEIC picture, which browsers cannot show. Export it as JPEG; on the iPhone, Settings > Camera > Formats > Most Compatible makes new ones that fit.",
  picture_unreadable: "cannot be opened: it is broken or not a picture. Save it again as JPEG or PNG.",
  picture_format: ({ format }: { format: string }) => `is a ${format} file. Save it as JPEG or PNG.`,
  picture_too_large: ({ width, height, suggested }: { width: number; height: number; suggested: number }) =>
    `is too large, with ${width} by ${height} pixels. Save it as JPEG, ${suggested} pixels wide.`,
  picture_broken: "is broken: part of it is missing or cannot be read. Copy it from the camera or phone once more.",
};

/** Sentences that say themselves what they are about. */
const statements = {
  folder_missing: "there is no such folder. CONTENT_DIR names it.",
  file_missing: "this file is missing. Put it back; every page needs it.",
  encoding: "a character cannot be read: the file was saved in an old encoding. Save it as UTF-8.",

  treatment_twice: ({ title, slug }: { title: string; slug: string }) =>
    `'${title}' lists '${slug}' twice. Take one line out.`,
  treatment_unlisted: ({ slug }: { slug: string }) =>
    `no path lists '${slug}'. Add it, so that visitors can find the page.`,
  ink_too_light: ({ title, colour }: { title: string; colour: string }) =>
    `'colour.ink' of '${title}' is ${colour}, too light to be read on the site's grounds. Choose a darker one.`,
  path_twice: ({ id }: { id: string }) => `two paths have the id '${id}'. Give one of them another.`,
  link_form: ({ to }: { to: string }) =>
    `a link leads to '${to}'. Begin it with / for a page of the site, or with https://`,
  link_page: ({ to }: { to: string }) => `a link leads to '${to}', but there is no such page. Correct the address.`,
  link_anchor: ({ to }: { to: string }) => `a link leads to '${to}', but that page has no such place. Correct it.`,

  question_open: ({ question, about, missing, answer }: OpenQuestion) =>
    `${question}${about.length ? ` (about ${about.join(", ")})` : ""} ${
      missing.length
        ? `Missing: ${missing.map((name) => missingParts[name] ?? name).join(", ")}.`
        : `"${answer}" is a no, which does not let the site go public.`
    }`,
  sample: ({ value }: { value: string }) => `'${value}' is a sample. Replace it, then delete its source line.`,
  proposed: ({ value }: { value: string }) => `'${value}'. Is this so?`,
  placeholder: ({ value }: { value: string }) => `'${value}' holds a placeholder.`,
  review_sample: ({ name }: { name: string }) => `${name} is an invented sample.`,
  review_without_consent: ({ name }: { name: string }) =>
    `${name} has no consent: say how it was given and on which day.`,
  review_name: ({ name }: { name: string }) => `${name} does not look like a client's name.`,
  drawing_unsigned: ({ treatment, area }: { treatment: string; area: string }) =>
    `${treatment}, ${area} shows drawings, not a client.`,
  suitability_proposed: ({ name }: { name: string }) =>
    `the seven answers of ${name} are proposed. Check each one against your manuals.`,
  link_unsafe: ({ value }: { value: string }) => `'${value}' must start with https://`,
  profile_missing: ({ name, url }: { name: string; url: string }) =>
    `'${url}' is the front page of ${name}, not your profile.`,

  yaml_tab: "the line begins with a tab. Use spaces there, as many as in the line above:",
  yaml_colon: "a colon followed by a space makes this look like two fields. Put the text in quotes:",
  yaml_no_colon: "a field needs a colon and a space after its name; text that goes on must begin further right.",
  yaml_twice: ({ name }: { name: string | undefined }) => `'${name}' is here twice. Keep one of the two.`,
  yaml_indentation: "the line begins further left or right than its neighbours. Line it up with them, with spaces.",
  yaml_quote: "a quotation mark is opened and not closed. Close it:",
  yaml_bracket: "a bracket is opened and not closed, or a comma is missing between two entries.",
  yaml_sign: "text that begins with this sign needs quotes:",
  yaml_comment: ({ rest, end }: { rest: string; end: ":" | "." }) =>
    `the text ends at the sign #: "${rest}" would not be shown. Put all of it in quotes${end}`,
  yaml_unclear: "this line cannot be understood. Check its colon, its quotes and the spaces it begins with.",
};

function describeInput({ received, input }: Refusal): string {
  if (received === "Object") return "a record with fields of its own";
  if (received === "Array") return "a list";
  return typeof input === "string" ? `'${input}'` : received;
}

type Sentences = typeof predicates & typeof statements;
export type ProblemCode = keyof Sentences;

/** The values that the sentence of a code needs. */
export type ParamsOf<Code extends ProblemCode> = Sentences[Code] extends (params: infer Params) => string
  ? Params
  : undefined;

/** A problem as programs know it. */
export type CodedProblem = {
  [Code in ProblemCode]: ParamsOf<Code> extends undefined
    ? { code: Code; params?: undefined }
    : { code: Code; params: ParamsOf<Code> };
}[ProblemCode];

/** Whether a schema's rule has a sentence of its own. */
export const isPredicate = (name: string): name is keyof typeof predicates => Object.hasOwn(predicates, name);

/** Puts a problem into words. `subject` is the field or file that it is about, with a space behind it. */
export function sentenceOf({ code, params }: CodedProblem, subject = ""): string {
  const sentence: string | ((params: never) => string) = { ...predicates, ...statements }[code];
  const words = typeof sentence === "string" ? sentence : sentence(params as never);
  return isPredicate(code) ? `${subject}${words}` : words;
}
