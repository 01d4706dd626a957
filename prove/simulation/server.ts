import { createHandler } from "../../consultations/handler.ts";
import { unlimited } from "../../consultations/limits.ts";
import type { Post } from "../../consultations/mail/post.ts";
import { startOutbox } from "../../consultations/outbox.ts";
import { type Call, calls, type Reply } from "../../consultations/store/sqlite-calls.ts";
import { type Store, StoreUnavailable } from "../../consultations/store/store.ts";
import { createRound } from "../../consultations/watch.ts";
import type { Plant } from "./planted.ts";

export type Surroundings = {
  /** Hands a call to the database. */
  call(call: Call): void;
  now(): number;
  post: Post;
  plant: Plant;
};

const minute = 60_000;
/** Who has died waits forever. */
const never = new Promise<never>(() => {});
let count = 0;

/** One server as it is put together in server/server.ts, without its sockets; `die` ends it between any two steps. */
export function startSimulatedServer({ call, now, post, plant }: Surroundings) {
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let alive = true;

  const ask = (operation: Call["operation"], ...args: unknown[]): Promise<unknown> => {
    if (!alive) return never;
    const answer = Promise.withResolvers<unknown>();
    const id = ++count;
    pending.set(id, answer);
    call({ id, operation, args });
    return answer.promise;
  };
  const names = [...(Object.keys(calls) as (keyof typeof calls)[]), "check" as const];
  const remote = Object.fromEntries(names.map((name) => [name, ask.bind(null, name)])) as object as Store;
  const { store, post: ownPost } = plant.around(remote, {
    pause: post.pause,
    send: (letter) => (alive ? post.send(letter) : never),
  });

  const duties = { store, post: ownPost, alert: async () => {}, now, log: () => {}, timeZone: "UTC" };
  const outbox = startOutbox(duties);
  const round = createRound({ ...duties, digestHour: 8, retentionDays: 30 });
  const watch = () => {
    if (!alive) return;
    round();
    setTimeout(watch, minute);
  };
  watch();

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
    /** The owner's own marks. */
    answered: (reference: string) => store.answered(reference, now()),
    judge: (reference: string) => store.judge(reference, "apart", now()),
    hear({ id, result, error }: Reply): void {
      if (error === undefined) pending.get(id)?.resolve(result);
      else pending.get(id)?.reject(new StoreUnavailable(error));
      pending.delete(id);
    },
    owns: ({ id }: Pick<Call, "id">): boolean => pending.has(id),
    /** The database has gone, and with it every answer that was waited for. */
    loseDatabase(): void {
      for (const { reject } of pending.values()) reject(new StoreUnavailable("the connection broke"));
      pending.clear();
    },
    die(): void {
      alive = false;
      pending.clear();
    },
    isAlive: () => alive,
  };
}

export type SimulatedServer = ReturnType<typeof startSimulatedServer>;
