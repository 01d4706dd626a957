import { iterateRequests, type RequestStore } from "../requests/store/store.ts";
import type { StoredRequest } from "../requests/store/stored-request.ts";

const maxResults = 50;
/** One search reads at most this many requests, the newest first. */
const maxScanned = 20_000;

/** Finds open and answered requests by name, phone, email or reference, newest first. Ignores accents and case. */
export async function search(query: string, store: Pick<RequestStore, "list">): Promise<StoredRequest[]> {
  const normalizedQuery = normalizeText(query);
  const digits = query.replace(/\D/g, "");
  const isNumber = digits.length >= 3 && /^[\d\s().+-]+$/.test(query);
  const results: StoredRequest[] = [];
  let scanned = 0;
  for await (const request of iterateRequests(store)) {
    const { name, email, reference, phone } = request;
    const matchesText = [name, email, reference].some((text) => normalizeText(text).includes(normalizedQuery));
    if (matchesText || (isNumber && phone.replace(/\D/g, "").includes(digits))) results.push(request);
    if (results.length === maxResults || ++scanned === maxScanned) break;
  }
  return results;
}

const normalizeText = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
