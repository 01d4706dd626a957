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
  return {
    take,
    save(form: FilledForm, client: string): string {
      const clientNetwork = network(client);
      const all = [...forms];
      const own = all.filter(([, entry]) => entry.clientNetwork === clientNetwork);
      const [oldest] = own.length >= maxFormsPerClient ? own : all.length >= maxForms ? all : [];
      if (oldest) take(oldest[0]);
      const token = crypto.randomUUID();
      // A timer deletes the form even if nobody asks for it again.
      const expiryTimer = setTimeout(() => forms.delete(token), lifetime).unref();
      forms.set(token, { form, clientNetwork, expiryTimer });
      return token;
    },
  };
}
