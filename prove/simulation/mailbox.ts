import { type Letter, PostError } from "../../consultations/mail/post.ts";
import type { Chance } from "../chance.ts";

type Mood = "well" | "away" | "defers" | "refuses" | "slow" | "unsteady" | "drops after taking";

const gentle: Mood[] = ["well", "well", "away", "defers", "refuses", "slow", "unsteady"];

/** Why a letter came again: the relay denied that it had taken it, a crash, or clocks that disagree. */
export type Excuse = "crash" | "clocks" | null;

/**
 * The owner's mailbox behind a relay of changing moods, which keeps what a post is promised: an end within a minute. It
 * asks for an excuse for everything that comes again, since the time at which it was first sent.
 */
export function createMailbox(chance: Chance, isGentle: boolean, excuse: (since: number) => Excuse) {
  const moods: Mood[] = isGentle ? gentle : [...gentle, "drops after taking"];
  let mood: Mood = "well";
  /** When what has arrived was last sent, by reference. */
  const arrived = new Map<string, number>();
  const denied = new Set<string>();
  const counts = { letters: 0, denied: 0, afterCrash: 0, byClocks: 0, inexcusable: 0 };

  function take({ id, text }: Letter, sent: number): string[] {
    // Reminders and the like are no requests.
    if (!/^(summary-|[\da-f]{8}-)/.test(id)) return [];
    const references = [...text.matchAll(/Reference ([A-Z\d]{8})/g)].map(([, reference = ""]) => reference);
    counts.letters++;
    if (references.every((reference) => arrived.has(reference))) judge(references, sent);
    for (const reference of references) arrived.set(reference, sent);
    return references;
  }
  function judge(references: string[], sent: number): void {
    const wasDenied = references.filter((reference) => denied.delete(reference)).length > 0;
    // What a dead server had sent may arrive behind what its successor sends.
    const since = Math.min(sent, ...references.map((reference) => arrived.get(reference) ?? 0));
    const because = wasDenied ? "denied" : excuse(since);
    if (because === "denied") counts.denied++;
    else if (because === "crash") counts.afterCrash++;
    else if (because === "clocks") counts.byClocks++;
    else counts.inexcusable++;
  }
  function end(letter: Letter, sent: number): void {
    const now = mood === "unsteady" ? chance.pick(moods) : mood;
    if (now === "away") throw new PostError("away", "ECONNECTION");
    if (now === "defers") throw new PostError("away", "EMESSAGE 451", chance.happens(0.2) ? 30_000 : undefined);
    if (now === "refuses") throw new PostError("refused", "EMESSAGE 554");
    const references = take(letter, sent);
    if (now !== "drops after taking") return;
    for (const reference of references) denied.add(reference);
    throw new PostError("away", "ECONNECTION");
  }

  return {
    arrived,
    counts,
    change(to: Mood = chance.pick(moods)): void {
      mood = to;
    },
    /** Whoever posts may be gone when it ends; the relay does not know. */
    send(letter: Letter): Promise<void> {
      const sent = performance.now();
      const takes =
        mood === "slow" ? chance.between(1_000, 55_000) : chance.between(1, chance.pick([300, 4_000, 20_000]));
      return new Promise((resolve, reject) => {
        setTimeout(() => {
          try {
            resolve(end(letter, sent));
          } catch (error) {
            reject(error);
          }
        }, takes);
      });
    },
  };
}

export type Mailbox = ReturnType<typeof createMailbox>;
