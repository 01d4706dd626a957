import * as v from "valibot";

/** The contract of a consultation request, which browser and backend share. */

export const endpoint = "/functions/v1/send-contact-email";

/** One key per submission, kept across its retries. Edited text is a new submission and needs a new key. */
export const idempotencyKeyHeader = "idempotency-key";

/** A form field that people do not see. A script reports it by header, so that the JSON body keeps its five keys. */
export const honeypotField = "website";
export const suspectHeader = "x-suspect";

export const fields = ["name", "email", "phone", "treatment", "message"] as const;
export type Field = (typeof fields)[number];
export type ConsultationRequest = Record<Field, string>;
export type FieldErrors = Partial<ConsultationRequest>;

export const maxLengths: Record<Field, number> = { name: 100, email: 254, phone: 40, treatment: 120, message: 2000 };

export const mapFields = (value: (field: Field) => string): ConsultationRequest =>
  Object.fromEntries(fields.map((field) => [field, value(field)])) as ConsultationRequest;

/** The typed values and their errors, carried to the contact page when no script runs there. */
export type FormDraft = { values: ConsultationRequest; errors: FieldErrors };

// This is wider than the browser's own rule (letters of any script) and narrower in one point: the domain has a dot.
const emailPattern =
  /^[\p{L}\p{M}\p{N}.!#$%&'*+/=?^_`{|}~-]+@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

/** A value of only zero-width characters, or of combining marks without a letter, would show the owner an empty line. */
const visibleCharacter = /[^\p{Cc}\p{Cf}\p{Z}\p{Mn}\u115f\u1160\u2800\u3164\uffa0]/u;

const required = (missing: string, max: number, tooLong: string) =>
  v.nullish(v.pipe(v.string(missing), v.trim(), v.regex(visibleCharacter, missing), v.maxLength(max, tooLong)), "");

// A native form post writes every line end as two characters, which are counted as one.
const optional = (max: number, tooLong: string) =>
  v.nullish(
    v.pipe(
      v.string(tooLong),
      v.transform((text) => text.replaceAll("\r\n", "\n")),
      v.trim(),
      v.maxLength(max, tooLong),
    ),
    "",
  );

const phoneError = "Enter a phone number like 780-555-0100";

const schema = v.object({
  name: required("Enter your full name", maxLengths.name, "Full name must be 100 characters or fewer"),
  email: v.pipe(
    required("Enter your email address", maxLengths.email, "Email address must be 254 characters or fewer"),
    v.regex(emailPattern, "Enter an email address like name@example.com"),
  ),
  phone: v.pipe(
    required("Enter your phone number", maxLengths.phone, phoneError),
    v.check((phone) => {
      const digits = phone.match(/\p{Nd}/gu)?.length ?? 0;
      return digits >= 7 && digits <= 20;
    }, phoneError),
  ),
  treatment: optional(maxLengths.treatment, "Treatment must be 120 characters or fewer"),
  message: optional(maxLengths.message, "Message must be 2,000 characters or fewer"),
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

/** Recognizes the function's own acknowledgement. Anything else, even a captive portal's 200, means "not sent". */
export function isAcknowledged(body: unknown): body is { ok: true; reference: string } {
  const { ok, reference }: { ok?: unknown; reference?: unknown } = asObject(body);
  return ok === true && typeof reference === "string" && reference !== "";
}

const asObject = (value: unknown): object => (typeof value === "object" && value !== null ? value : {});
