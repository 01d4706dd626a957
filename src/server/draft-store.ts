import { network } from "../requests/rate-limit.ts";
import type { FormDraft } from "../requests/request.ts";

const maxDrafts = 1_000;
// One address may belong to a family or an office, or to a bot that sends only invalid forms.
const maxDraftsPerClient = 10;
const lifetime = 10 * 60_000;

/** Keeps the values of a rejected form in memory until the contact page shows them, once and within minutes. */
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
      const clientNetwork = network(client);
      evictOldest(clientNetwork);
      const token = crypto.randomUUID();
      // A timer deletes the draft even if nobody asks for it again.
      const expiryTimer = setTimeout(() => drafts.delete(token), lifetime).unref();
      drafts.set(token, { draft, clientNetwork, expiryTimer });
      return token;
    },
  };
}
