import { everyRequest } from "../consultations/store/every-request.ts";
import type { Requests } from "../consultations/store/store.ts";
import type { StoredRequest } from "../consultations/store/stored-request.ts";

const mostFound = 50;
/** However much is stored, one search looks at so many, the newest first. */
const mostLookedAt = 20_000;

/** By name, phone, email or reference, open and answered together, newest first. Accents and case do not matter. */
export async function search(words: string, store: Pick<Requests, "list">): Promise<StoredRequest[]> {
  const wanted = plain(words);
  const digits = words.replace(/\D/g, "");
  const isNumber = digits.length >= 3 && /^[\d\s().+-]+$/.test(words);
  const found: StoredRequest[] = [];
  let lookedAt = 0;
  for await (const request of everyRequest(store)) {
    const { name, email, reference, phone } = request;
    const said = [name, email, reference].some((text) => plain(text).includes(wanted));
    if (said || (isNumber && phone.replace(/\D/g, "").includes(digits))) found.push(request);
    if (found.length === mostFound || ++lookedAt === mostLookedAt) break;
  }
  return found;
}

const plain = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
