import { createHandler } from "../../../src/requests/handler.ts";
import type { Mailer } from "../../../src/requests/mail/mailer.ts";
import { startOutbox } from "../../../src/requests/outbox.ts";
import { unlimited } from "../../../src/requests/rate-limit.ts";
import { createJobRunner } from "../../../src/requests/scheduled-jobs.ts";
import { callsOf, type StoreCall, type StoreReply } from "../../../src/requests/store/operations.ts";
import { StoreUnavailable } from "../../../src/requests/store/store.ts";
import type { Fault } from "./seeded-faults.ts";

export type ServerEnvironment = {
  /** Sends a call to the database. */
  call(call: StoreCall): void;
  now(): number;
  post: Mailer;
  fault: Fault;
};

const minute = 60_000;
/** A crashed server never gets a response. */
const never = new Promise<never>(() => {});
let count = 0;

/** A server composed as in src/server/server.ts, without sockets. `kill` ends it between any two steps. */
export function startSimulatedServer({ call, now, post, fault }: ServerEnvironment) {
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let alive = true;

  const ask = (operation: StoreCall["operation"], ...args: unknown[]): Promise<unknown> => {
    if (!alive) return never;
    const answer = Promise.withResolvers<unknown>();
    const id = ++count;
    pending.set(id, answer);
    call({ id, operation, args });
    return answer.promise;
  };
  const remote = { ...callsOf(ask), check: async () => void (await ask("check")), close: async () => {} };
  const { store, post: ownPost } = fault.wrap(remote, {
    pause: post.pause,
    send: (email) => (alive ? post.send(email) : never),
  });

  const jobContext = { store, mailer: ownPost, alert: async () => {}, now, log: () => {}, timeZone: "UTC" };
  const outbox = startOutbox(jobContext);
  const runJobs = createJobRunner({ ...jobContext, digestHour: 8, retentionDays: 30 });
  const runEveryMinute = () => {
    if (!alive) return;
    runJobs();
    setTimeout(runEveryMinute, minute);
  };
  runEveryMinute();

  return {
    handle: createHandler({
      store: {
        async save(submission) {
          const receipt = await store.save(submission);
          outbox.wake();
          return receipt;
        },
      },
      limiter: unlimited,
      now,
      log: () => {},
      contactUrl: "/contact",
      allowedOrigins: "*",
    }),
    /** The owner's decisions about a request. */
    answered: (reference: string) => store.markAnswered(reference, now()),
    markSpam: (reference: string) => store.setVerdict(reference, "spam", now()),
    receiveReply({ id, result, error }: StoreReply): void {
      if (error === undefined) pending.get(id)?.resolve(result);
      else pending.get(id)?.reject(new StoreUnavailable(error));
      pending.delete(id);
    },
    /** The database connection is lost, and with it every pending response. */
    loseDatabase(): void {
      for (const { reject } of pending.values()) reject(new StoreUnavailable("the connection broke"));
      pending.clear();
    },
    kill(): void {
      alive = false;
      pending.clear();
    },
  };
}

export type SimulatedServer = ReturnType<typeof startSimulatedServer>;
