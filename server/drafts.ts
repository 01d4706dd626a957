import { network } from "../consultations/limits.ts";
import type { Draft } from "../consultations/request.ts";

const mostDrafts = 1_000;
// Behind one address may be a family or an office, and a machine that sends nothing but mistakes.
const mostOfOne = 10;
const lifetime = 10 * 60_000;

/** What was typed into a form that came back, kept in memory until the contact page shows it: once, and soon. */
export function createDrafts() {
  const drafts = new Map<string, { draft: Draft; from: string; end: NodeJS.Timeout }>();
  const take = (token: string): Draft | undefined => {
    const kept = drafts.get(token);
    clearTimeout(kept?.end);
    drafts.delete(token);
    return kept?.draft;
  };
  const makeRoom = (from: string) => {
    const all = [...drafts.keys()];
    const own = all.filter((token) => drafts.get(token)?.from === from);
    const [oldest] = own.length >= mostOfOne ? own : all.slice(0, Math.max(0, all.length - mostDrafts + 1));
    if (oldest) take(oldest);
  };
  return {
    take,
    keep(draft: Draft, client: string): string {
      const from = network(client);
      makeRoom(from);
      const token = crypto.randomUUID();
      // Gone when its time is over, whether or not anybody asks for it again.
      const end = setTimeout(() => drafts.delete(token), lifetime).unref();
      drafts.set(token, { draft, from, end });
      return token;
    },
  };
}
