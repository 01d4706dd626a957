import type { StoredRequest } from "../../src/requests/store/stored-request.ts";

export function countOutcomes(stored: StoredRequest[], thanked: Map<string, string | null>, messageIds: string[]) {
  const references = new Map(stored.map(({ email, reference }) => [email, reference]));
  const isLost = ([email, reference]: [string, string | null]) =>
    !references.has(email) || (reference !== null && references.get(email) !== reference);
  const delivered = new Set(messageIds);
  return {
    thanked: thanked.size,
    lost: [...thanked].filter(isLost).length,
    duplicates: stored.length - references.size,
    extra: messageIds.length - delivered.size,
    undelivered: stored.filter(({ id }) => !delivered.has(id)).length,
  };
}
