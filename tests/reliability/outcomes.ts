import type { StoredRequest } from "../../src/requests/store/stored-request.ts";
import { waitUntil } from "../kit/spawn-server.ts";

/** A server that is killed too early on a busy machine has acknowledged nothing, so it proves nothing. */
export function thanksWaiter(thanked: Map<string, unknown>) {
  let seen = 0;
  return async () => {
    await waitUntil(() => thanked.size > seen + 5, 20);
    seen = thanked.size;
  };
}

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

export const isReminder = (id: string): boolean => id.startsWith("reminder-");

/** Each email that came again needs a reason: its mail server's silence, or the death of the server that sent it. */
export function explainRepeats(emails: string[], unconfirmed: string[], inHand: string[]) {
  const count = (ids: string[]) => {
    const counts = new Map<string, number>();
    for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  };
  const [silences, deaths] = [count(unconfirmed), count(inHand)];
  const totals = { silence: 0, death: 0, unexplained: 0, remindedTwice: 0 };
  for (const [id, times] of count(emails)) {
    const silence = Math.min(times - 1, silences.get(id) ?? 0);
    const death = Math.min(times - 1 - silence, deaths.get(id) ?? 0);
    const unexplained = times - 1 - silence - death;
    totals.silence += silence;
    totals.death += death;
    if (isReminder(id)) totals.remindedTwice += unexplained;
    else totals.unexplained += unexplained;
  }
  return totals;
}
