import type { Draft } from "../consultations/request.ts";

const mostDrafts = 200;
const lifetime = 10 * 60_000;

/** What was typed into a form that came back, kept in memory until the contact page shows it: once, and soon. */
export function createDrafts(now: () => number) {
  const drafts = new Map<string, { draft: Draft; until: number }>();
  return {
    keep(draft: Draft): string {
      const token = crypto.randomUUID();
      drafts.set(token, { draft, until: now() + lifetime });
      for (const [old, { until }] of drafts) {
        if (drafts.size > mostDrafts || until <= now()) drafts.delete(old);
      }
      return token;
    },
    take(token: string): Draft | undefined {
      const kept = drafts.get(token);
      drafts.delete(token);
      return kept && kept.until > now() ? kept.draft : undefined;
    },
  };
}
