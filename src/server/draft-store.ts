import { network } from "../requests/rate-limit.ts";
import type { FormDraft } from "../requests/request.ts";

const maxDrafts = 1_000;
// Behind one address may be a family or an office, and a machine that sends nothing but mistakes.
const maxDraftsPerClient = 10;
const lifetime = 10 * 60_000;

/** What was typed into a form that came back, kept in memory until the contact page shows it: once, and soon. */
export function createDraftStore() {
  const drafts = new Map<string, { draft: FormDraft; clientNetwork: string; expiryTimer: NodeJS.Timeout }>();
  const take = (token: string): FormDraft | undefined => {
    const entry = drafts.get(token);
    clearTimeout(entry?.expiryTimer);
    drafts.delete(token);
    return entry?.draft;
  };
  const evictOldest = (clientNetwork: string) => {
    const all = [...drafts.keys()];
    const ownTokens = all.filter((token) => drafts.get(token)?.clientNetwork === clientNetwork);
    const [oldest] =
      ownTokens.length >= maxDraftsPerClient ? ownTokens : all.slice(0, Math.max(0, all.length - maxDrafts + 1));
    if (oldest) take(oldest);
  };
  return {
    take,
    save(draft: FormDraft, client: string): string {
      const from = network(client);
      evictOldest(from);
      const token = crypto.randomUUID();
      // Gone when its time is over, whether or not anybody asks for it again.
      const end = setTimeout(() => drafts.delete(token), lifetime).unref();
      drafts.set(token, { draft, clientNetwork: from, expiryTimer: end });
      return token;
    },
  };
}
