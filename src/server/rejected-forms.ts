import { network } from "../requests/rate-limit.ts";
import type { FilledForm } from "../requests/request.ts";

const maxForms = 1_000;
// One address may belong to a family or an office, or to a bot that sends only invalid forms.
const maxFormsPerClient = 10;
const lifetime = 10 * 60_000;

export type RejectedForms = ReturnType<typeof createRejectedForms>;

/** Keeps the values of a rejected form in memory until the contact page shows them, once and within minutes. */
export function createRejectedForms() {
  const forms = new Map<string, { form: FilledForm; clientNetwork: string; expiryTimer: NodeJS.Timeout }>();
  const take = (token: string): FilledForm | undefined => {
    const entry = forms.get(token);
    clearTimeout(entry?.expiryTimer);
    forms.delete(token);
    return entry?.form;
  };
  const evictOldest = (clientNetwork: string) => {
    const all = [...forms.keys()];
    const ownTokens = all.filter((token) => forms.get(token)?.clientNetwork === clientNetwork);
    const [oldest] =
      ownTokens.length >= maxFormsPerClient ? ownTokens : all.slice(0, Math.max(0, all.length - maxForms + 1));
    if (oldest) take(oldest);
  };
  return {
    take,
    save(form: FilledForm, client: string): string {
      const clientNetwork = network(client);
      evictOldest(clientNetwork);
      const token = crypto.randomUUID();
      // A timer deletes the form even if nobody asks for it again.
      const expiryTimer = setTimeout(() => forms.delete(token), lifetime).unref();
      forms.set(token, { form, clientNetwork, expiryTimer });
      return token;
    },
  };
}
