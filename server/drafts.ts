import type { Draft } from "../consultations/request.ts";

const mostDrafts = 200;
const lifetime = 10 * 60_000;

/** What was typed into a form that came back, kept in memory until the contact page shows it: once, and soon. */
export function createDrafts() {
  const drafts = new Map<string, { draft: Draft; end: NodeJS.Timeout }>();
  const take = (token: string): Draft | undefined => {
    const kept = drafts.get(token);
    clearTimeout(kept?.end);
    drafts.delete(token);
    return kept?.draft;
  };
  return {
    take,
    keep(draft: Draft): string {
      const token = crypto.randomUUID();
      // Gone when its time is over, whether or not anybody asks for it again.
      const end = setTimeout(() => drafts.delete(token), lifetime).unref();
      drafts.set(token, { draft, end });
      const [oldest] = drafts.keys();
      if (drafts.size > mostDrafts && oldest) take(oldest);
      return token;
    },
  };
}
