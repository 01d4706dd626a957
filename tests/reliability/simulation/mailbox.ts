import { type Email, MailError } from "../../../src/requests/mail/mailer.ts";
import type { Random } from "../random.ts";

type RelayState = "well" | "away" | "defers" | "refuses" | "slow" | "unsteady" | "drops after taking";

const lenientStates: RelayState[] = ["well", "well", "away", "defers", "refuses", "slow", "unsteady"];

/** Why an email is a duplicate: the relay accepted it but reported failure, a crash, or clocks that disagree. */
export type DuplicateReason = "crash" | "clocks" | null;

/**
 * The owner's mailbox behind an unreliable relay, which always answers within a minute. Every duplicate email needs a
 * reason that occurred after it was first sent.
 */
export function createMailbox(
  random: Random,
  onlyCrashes: boolean,
  explainDuplicate: (since: number) => DuplicateReason,
) {
  const states: RelayState[] = onlyCrashes ? lenientStates : [...lenientStates, "drops after taking"];
  let state: RelayState = "well";
  /** The time at which each request's email was last sent, by reference. */
  const arrived = new Map<string, number>();
  const denied = new Set<string>();
  /** Of all emails those that came again: because the relay denied the first, after a crash, where clocks disagree. */
  const counts = { emails: 0, denied: 0, afterCrash: 0, byClocks: 0, unexplained: 0 };

  function acceptEmail({ id, text }: Email, sent: number): string[] {
    // Reminders and similar emails are not about a new request.
    if (!/^(summary-|[\da-f]{8}-)/.test(id)) return [];
    const references = [...text.matchAll(/Reference ([A-Z\d]{8})/g)].map(([, reference = ""]) => reference);
    counts.emails++;
    if (references.every((reference) => arrived.has(reference))) classifyDuplicate(references, sent);
    for (const reference of references) arrived.set(reference, sent);
    return references;
  }
  function classifyDuplicate(references: string[], sent: number): void {
    const wasDenied = references.filter((reference) => denied.delete(reference)).length > 0;
    // An email from a crashed server may arrive after one from its successor.
    const since = Math.min(sent, ...references.map((reference) => arrived.get(reference) ?? 0));
    const reason = wasDenied ? "denied" : explainDuplicate(since);
    if (reason === "denied") counts.denied++;
    else if (reason === "crash") counts.afterCrash++;
    else if (reason === "clocks") counts.byClocks++;
    else counts.unexplained++;
  }
  function deliver(email: Email, sent: number): void {
    const now = state === "unsteady" ? random.pick(states) : state;
    if (now === "away") throw new MailError("unreachable", "ECONNECTION");
    if (now === "defers") throw new MailError("unreachable", "EMESSAGE 451", random.chance(0.2) ? 30_000 : undefined);
    if (now === "refuses") throw new MailError("refused", "EMESSAGE 554");
    const references = acceptEmail(email, sent);
    if (now !== "drops after taking") return;
    for (const reference of references) denied.add(reference);
    throw new MailError("unreachable", "ECONNECTION");
  }

  return {
    arrived,
    counts,
    change(to: RelayState = random.pick(states)): void {
      state = to;
    },
    /** The sender may have crashed before this resolves; the relay does not know. */
    send(email: Email): Promise<void> {
      const sent = performance.now();
      const durationMs =
        state === "slow" ? random.between(1_000, 55_000) : random.between(1, random.pick([300, 4_000, 20_000]));
      return new Promise((resolve, reject) => {
        setTimeout(() => {
          try {
            resolve(deliver(email, sent));
          } catch (error) {
            reject(error);
          }
        }, durationMs);
      });
    },
  };
}

export type Mailbox = ReturnType<typeof createMailbox>;
