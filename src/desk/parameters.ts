import { referencePattern } from "../requests/store/stored-request.ts";

const isReference = new RegExp(`^${referencePattern}$`);

/** The request to open after signing in; empty if the text is not a reference. */
export const validReference = (text: string | undefined): string => (text && isReference.test(text) ? text : "");

/** A time in the format that the desk itself writes; null for anything else. */
export const wantedTime = (text: string | undefined): number | null =>
  text && /^\d{1,15}$/.test(text) ? Number(text) : null;

/** The number of entries of a list on the pages before. */
export const wantedStart = (text: string | undefined): number => (text && /^\d{1,7}$/.test(text) ? Number(text) : 0);
