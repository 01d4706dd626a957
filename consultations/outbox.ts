import type { Alert } from "./alerts.ts";
import type { Log } from "./log.ts";
import { requestLetter } from "./mail/letter.ts";
import { summaryLetter } from "./mail/notices.ts";
import { type Letter, type Post, PostError } from "./mail/post.ts";
import type { Store, StoredRequest } from "./store/store.ts";

export type OutboxSettings = {
  store: Pick<Store, "due" | "delivered" | "failed">;
  post: Post;
  alert: Alert;
  now: () => number;
  log: Log;
  /** Milliseconds until a request is tried again after so many attempts. */
  backoff?: (attempts: number) => number;
};

const minute = 60_000;
const idle = 2_000;
const crowd = 20;
const summarySize = 500;

/** Delivers what is stored until it is delivered. `wake` says that something new is there. */
export function startOutbox(settings: OutboxSettings): { wake: () => void; stop: () => Promise<void> } {
  const { store, post, now, log, backoff = patience } = settings;
  const warn = createWarning(settings);
  const unmarked = new Set<string>();
  let lastSummary = Number.NEGATIVE_INFINITY;
  let stopped = false;
  let woken = false;
  let cutShort = () => {};
  let idling = false;

  async function run(): Promise<void> {
    let reachable = true;
    while (!stopped) {
      woken = false;
      const start = performance.now();
      let busy = false;
      try {
        busy = await deliverNext();
        reachable = true;
      } catch {
        if (reachable) log("outbox waits for the store");
        reachable = false;
      }
      if (busy) await rest(Math.max(0, post.pause - (performance.now() - start)));
      else if (!woken) await rest(idle, true);
    }
  }

  async function deliverNext(): Promise<boolean> {
    // Should the store fail to note a delivery, nothing else is posted until it has: no letter goes out twice.
    if (unmarked.size > 0) await mark();
    const { requests, letter } = await choose();
    if (!letter) return false;
    const start = performance.now();
    try {
      await post.send(letter);
    } catch (error) {
      await postpone(requests, error instanceof PostError ? error : new PostError("away", "unknown"));
      return true;
    }
    for (const { id } of requests) unmarked.add(id);
    await mark();
    const ms = Math.round(performance.now() - start);
    for (const { reference } of requests) log("delivered", { reference, ms });
    return true;
  }

  /** In a crowd of requests never tried before, one summary a minute; otherwise one by one. */
  async function choose(): Promise<{ requests: StoredRequest[]; letter?: Letter }> {
    const due = await store.due(now(), crowd + 1);
    if (post.pause > 0 && due.length > crowd && due.every(isFresh) && now() - lastSummary >= minute) {
      lastSummary = now();
      const requests = (await store.due(now(), summarySize)).filter(isFresh);
      return { requests, letter: summaryLetter(requests) };
    }
    const [request] = due;
    return request ? { requests: [request], letter: requestLetter(request) } : { requests: [] };
  }

  async function mark(): Promise<void> {
    await store.delivered([...unmarked], now());
    unmarked.clear();
  }

  async function postpone(requests: StoredRequest[], error: PostError): Promise<void> {
    for (const { id, reference, attempts } of requests) {
      await store.failed([id], error.message, now() + backoff(attempts + 1));
      log("postponed", { reference, attempts: attempts + 1, error: error.message });
    }
    if (error.kind !== "away") await warn(error);
  }

  async function rest(milliseconds: number, canWake = false): Promise<void> {
    if (stopped) return;
    idling = canWake;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      cutShort = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    idling = false;
  }

  const running = run();
  return {
    wake() {
      woken = true;
      // The pause between two letters is kept, however many requests arrive in it.
      if (idling) cutShort();
    },
    async stop() {
      stopped = true;
      cutShort();
      await running;
    },
  };
}

const isFresh = ({ attempts }: StoredRequest): boolean => attempts === 0;

const delays = [1, 2, 5, 10, 20, 40, 60, 120, 120, 180];

/** Ten attempts in nine hours, then every three hours, each a little off the mark lest they all return together. */
function patience(attempts: number): number {
  const delay = delays[Math.min(attempts, delays.length) - 1] ?? 1;
  return Math.round(delay * minute * (0.8 + 0.4 * Math.random()));
}

/** A fault that a person must mend is reported at once, and again each hour while it lasts. */
function createWarning({ alert, now, log }: OutboxSettings): (error: PostError) => Promise<void> {
  const told = new Map<string, number>();
  return async ({ kind, message }) => {
    if (now() - (told.get(kind) ?? Number.NEGATIVE_INFINITY) < 60 * minute) return;
    const what = kind === "auth" ? "does not accept our name and password" : "refuses our letters";
    try {
      await alert(`The mail server ${what} (${message}). Consultation requests are kept and tried again.`);
      told.set(kind, now());
    } catch {
      log("alert failed");
    }
  };
}
