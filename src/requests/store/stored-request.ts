import * as v from "valibot";
import { type ConsultationRequest, fields, mapFields } from "../request.ts";

/** Why a request looks like spam. It is stored and delivered all the same. */
const flag = v.picklist(["trap", "advert", "limit", "flood", "origin", "test"]);
export type Flag = v.InferOutput<typeof flag>;

/** The owner's verdict on a request outweighs every flag. */
export type OwnerVerdict = "real" | "spam";

/** What the columns of verdicts and events call spam. */
const storedSpam = "apart";
export const storedWord = (word: string): string => (word === "spam" ? storedSpam : word);

const verdict = v.pipe(
  v.picklist(["real", storedSpam]),
  v.transform((word): OwnerVerdict => (word === storedSpam ? "spam" : word)),
);

export type Submission = ConsultationRequest & { receivedAt: number; flags: Flag[]; key: string | null };

/** A row of either database. Its columns are named after the keys. */
const row = v.object({
  id: v.string(),
  reference: v.string(),
  receivedAt: v.number(),
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
  /** Grows with every copy the owner asks for, so that a mailbox does not hide the email as a duplicate. */
  copy: v.number(),
  // Last, so that the compiler refuses a field with the name of another column.
  ...v.entriesFromList(fields, v.string()),
});

export type StoredRequest = v.InferOutput<typeof row>;

/** Spam is left out of all counts and reminders. */
export const isSpam = ({ verdict, flags }: Pick<StoredRequest, "verdict" | "flags">): boolean =>
  verdict === null ? flags.length > 0 : verdict === "spam";

export const selectColumns = Object.keys(row.entries)
  .map((key) => `${key.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`)} AS "${key}"`)
  .join(", ");

export const parseRow = (found: unknown): StoredRequest => v.parse(row, found);

/** The columns and values of a submission in the table of requests. */
export const newRow = (submission: Submission) => ({
  id: crypto.randomUUID(),
  reference: newReference(),
  key: submission.key,
  received_at: submission.receivedAt,
  flags: submission.flags.join(),
  ...mapFields((field) => submission[field]),
});

/** The site's own test counts as spam like all that is flagged, and yet its email is not sent last. */
export const isDeliveredLast = (flags: string): boolean => flags !== "" && flags !== "test";

/** The same text within this time is the same request. */
export const duplicateWindow = 10 * 60_000;

// No 0, O, 1, I or L, because a reference is read aloud on the telephone. There are 31 characters, so bytes from 248
// are skipped to keep all equally likely.
const referenceAlphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/** What a reference looks like, for a regular expression. */
export const referencePattern = `[${referenceAlphabet}]{8}`;

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

/** Correct clocks differ by at most this much. A time that is further in the future comes from a wrong clock. */
export const clockSkew = 60_000;
/** Servers' clocks may differ by this much: each respects the others' claims and leases, which last five minutes. */
export const leaseSkew = 4 * 60_000;
