import * as v from "valibot";

/** The contract of a consultation request, which browser and backend share. */

export const endpoint = "/functions/v1/send-contact-email";

/** One key per submission, kept across its retries. Edited text is a new submission and needs a new key. */
export const idempotencyKeyHeader = "idempotency-key";

/** A form field that people do not see. A script reports it by header, so that the JSON body keeps its five keys. */
export const honeypotField = "website";
export const trapHeader = "x-spam";

interface FormField {
  /** What messages to the visitor and lists for the owner call it. The words beside the input are the studio's. */
  label: string;
  maxLength: number;
  /** Asked for when it is left empty. A field without this may stay empty. */
  missing?: string;
  /** Several lines, with a count of the characters left near the end. */
  multiline?: true;
  /** What its input tells the browser, so that it can help to fill it in. */
  input: {
    type?: "text" | "email" | "tel";
    autoComplete: string;
    inputMode?: "email" | "tel";
    autoCapitalize?: "words";
    spellCheck?: false;
  };
}

/**
 * Every field, in the order of the form. Validation, form, columns, emails, desk, export and rejected forms follow from this
 * table. A name is also a column, which Postgres reads in lower case, and an id in the page.
 */
export const formFields = {
  name: {
    label: "Full name",
    maxLength: 100,
    missing: "Enter your full name",
    input: { type: "text", autoComplete: "name", autoCapitalize: "words", spellCheck: false },
  },
  email: {
    label: "Email address",
    maxLength: 254,
    missing: "Enter your email address",
    input: { type: "email", autoComplete: "email", inputMode: "email", spellCheck: false },
  },
  phone: {
    label: "Phone number",
    maxLength: 40,
    missing: "Enter your phone number",
    input: { type: "tel", autoComplete: "tel", inputMode: "tel" },
  },
  treatment: { label: "Treatment", maxLength: 120, input: { type: "text", autoComplete: "off" } },
  message: { label: "Message", maxLength: 2000, multiline: true, input: { autoComplete: "off" } },
} satisfies Record<Lowercase<string>, FormField>;

export type FieldName = keyof typeof formFields;
export const fields = Object.keys(formFields) as FieldName[];
export const formField = (field: FieldName): FormField => formFields[field];

export type ConsultationRequest = Record<FieldName, string>;
export type FieldErrors = Partial<ConsultationRequest>;

export const mapFields = <Value>(value: (field: FieldName) => Value): Record<FieldName, Value> =>
  Object.fromEntries(fields.map((field) => [field, value(field)])) as Record<FieldName, Value>;

/** The typed values and their errors, or when they were stored, carried to the contact page when no script runs there. */
export type FilledForm = { values: ConsultationRequest; errors: FieldErrors; sentAt?: number };

// This is wider than the browser's own rule (letters of any script) and narrower in one point: the domain has a dot.
const emailPattern =
  /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/** A value of only zero-width characters, or of combining marks without a letter, would show the owner an empty line. */
const visibleCharacter = /[^\p{Cc}\p{Cf}\p{Z}\p{Mn}\u115f\u1160\u2800\u3164\uffa0]/u;

/** Text within the field's bound. Without an entry for what is missing it may be empty. */
function text(field: FieldName) {
  const { label, maxLength, missing } = formField(field);
  const tooLong = () => `${label} must be ${maxLength.toLocaleString("en")} characters or fewer`;
  return v.nullish(
    v.pipe(
      v.string(missing ?? tooLong),
      // A native form post writes every line end as two characters; it is counted once. A required field has one line,
      // and is stored exactly as it was sent.
      v.transform((text) => (missing ? text : text.replaceAll("\r\n", "\n"))),
      v.trim(),
      v.check((text) => !missing || visibleCharacter.test(text), missing),
      v.maxLength(maxLength, tooLong),
    ),
    "",
  );
}

const phoneError = "Enter a phone number like 780-555-0100";

function hasDigitsOfPhone(phone: string): boolean {
  const digits = phone.match(/\p{Nd}/gu)?.length ?? 0;
  return digits >= 7 && digits <= 20;
}

const schema = v.object({
  ...mapFields(text),
  email: v.pipe(text("email"), v.regex(emailPattern, "Enter an email address like name@example.com")),
  phone: v.pipe(text("phone"), v.check(hasDigitsOfPhone, phoneError)),
});

export type Validation = { ok: true; request: ConsultationRequest } | { ok: false; errors: FieldErrors };

export function validate(input: unknown): Validation {
  const result = v.safeParse(schema, asObject(input), { abortPipeEarly: true });
  if (result.success) return { ok: true, request: result.output };
  const errors: FieldErrors = {};
  for (const field of fields) {
    const issue = result.issues.find(({ path }) => path?.[0].key === field);
    if (issue) errors[field] = issue.message;
  }
  return { ok: false, errors };
}

/** Recognizes the acknowledgement of our own function. Anything else, even a captive portal's 200, means "not sent". */
export function isAcknowledged(body: unknown): body is { ok: true; reference: string } {
  const { ok, reference }: { ok?: unknown; reference?: unknown } = asObject(body);
  return ok === true && typeof reference === "string" && reference !== "";
}

/**
 * Whether an answer without an HTTP error, of a function that is not ours, means that the request has arrived: only the
 * presence of an error is read. A page is no function's answer, but that of a network which asks to sign in.
 */
export function isAccepted(answer: unknown): boolean {
  if (typeof answer === "string") {
    if (/^\s*</.test(answer)) return false;
    // Many functions send JSON without saying so.
    const parsed = /^\s*\{/.test(answer) && parseJson(answer);
    return !parsed || isAccepted(parsed);
  }
  const { ok, success, error }: { ok?: unknown; success?: unknown; error?: unknown } = asObject(answer);
  return ok !== false && success !== false && !error;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const asObject = (value: unknown): object => (typeof value === "object" && value !== null ? value : {});
