import * as v from "valibot";
import { type ConsultationRequest, fields, mapFields } from "../request.ts";

/** Why a request is marked as suspect. It is stored and delivered all the same. */
const flag = v.picklist(["trap", "limit", "flood", "origin", "test"]);
export type Flag = v.InferOutput<typeof flag>;

/** What the owner says of a request; it outweighs every flag. */
const verdict = v.picklist(["real", "apart"]);
export type Verdict = v.InferOutput<typeof verdict>;

export type Submission = ConsultationRequest & { receivedAt: number; flags: Flag[]; key: string | null };

/** A row as either database has it. Its columns are named after the keys. */
const row = v.object({
  id: v.string(),
  reference: v.string(),
  receivedAt: v.number(),
  ...v.entriesFromList(fields, v.string()),
  flags: v.pipe(
    v.string(),
    v.transform((text) => text.split(",").filter((word) => v.is(flag, word))),
  ),
  verdict: v.nullable(verdict),
  note: v.string(),
  answeredAt: v.nullable(v.number()),
  deliveredAt: v.nullable(v.number()),
  attempts: v.number(),
  lastError: v.nullable(v.string()),
  /** Grows with every copy the owner asks for, so that a mailbox does not hide it as one it has seen. */
  copy: v.number(),
});

export type StoredRequest = v.InferOutput<typeof row>;

/** Taken for automated, and so outside all counts and reminders. */
export const isSuspect = ({ verdict, flags }: Pick<StoredRequest, "verdict" | "flags">): boolean =>
  verdict === null ? flags.length > 0 : verdict === "apart";

/** The opposite, as either database says it. */
export const notSuspectSql = "(CASE WHEN verdict IS NULL THEN flags = '' ELSE verdict = 'real' END)";

export const selectColumns = Object.keys(row.entries)
  .map((key) => `${key.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)} AS "${key}"`)
  .join(", ");

export const parseRow = (found: unknown): StoredRequest => v.parse(row, found);

/** What a submission becomes in the table of requests, column by column. */
export const newRow = (submission: Submission) => ({
  id: crypto.randomUUID(),
  reference: newReference(),
  key: submission.key,
  received_at: submission.receivedAt,
  ...mapFields((field) => submission[field]),
  flags: submission.flags.join(),
});

/** A test of the site's own is set apart like what is flagged, and yet its letter waits behind no other. */
export const isDeliveredLast = (flags: string): boolean => flags !== "" && flags !== "test";

/** The same words again within this time are the same request. */
export const duplicateWindow = 10 * 60_000;

// No 0, O, 1, I or L: a reference is read aloud on the telephone. 31 letters, so 248 is the last fair byte.
const referenceAlphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

function newReference(): string {
  let reference = "";
  while (reference.length < 8) {
    for (const byte of crypto.getRandomValues(new Uint8Array(8 - reference.length))) {
      if (byte < 248) reference += referenceAlphabet[byte % 31];
    }
  }
  return reference;
}

/** How many there are in all, and a page of the oldest. */
export type OldestRequests = { count: number; oldest: StoredRequest[] };
