import { Worker } from "node:worker_threads";
import type { DeskStore } from "./desk-store.ts";
import { type Call, calls, type Reply } from "./sqlite-calls.ts";
import { type Notes, type Queue, type Requests, type Store, StoreUnavailable } from "./store.ts";

/**
 * `onFatal` is told once when the process should end: what the disk holds can only be learnt by starting anew. `alone`
 * as for the database.
 */
export function openSqliteStore(file: string, onFatal: (reason: string) => void, alone = true): Store {
  const worker = new Worker(new URL("./sqlite-worker.ts", import.meta.url), { workerData: { file, alone } });
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let count = 0;
  let closed = false;
  let ending = false;

  worker.on("message", (replies: Reply[]) => {
    for (const { id, result, error, trace } of replies) {
      if (error === undefined) pending.get(id)?.resolve(result);
      else pending.get(id)?.reject(new StoreUnavailable(error, trace));
      pending.delete(id);
    }
    const end = replies.find(({ fatal }) => fatal);
    if (end && !ending) onFatal(end.error ?? "");
    ending ||= end !== undefined;
  });
  let reason = "the thread of the store has ended";
  worker.on("error", (error) => {
    reason = String(error);
  });
  const ended = new Promise<void>((resolve) => {
    worker.on("exit", () => {
      const expected = closed;
      closed = true;
      for (const { reject } of pending.values()) reject(new StoreUnavailable(reason));
      pending.clear();
      resolve();
      if (!expected) onFatal(reason);
    });
  });

  async function ask(operation: Call["operation"], ...args: unknown[]): Promise<unknown> {
    if (closed) throw new StoreUnavailable("the store is closed");
    const id = ++count;
    const answer = Promise.withResolvers<unknown>();
    pending.set(id, answer);
    worker.postMessage({ id, operation, args } satisfies Call);
    return answer.promise;
  }
  const names = Object.keys(calls) as (keyof typeof calls)[];
  const remote = Object.fromEntries(names.map((name) => [name, ask.bind(null, name)]));

  return {
    // Each name has its call in the other thread, which the compiler has checked there.
    ...(remote as object as Requests & Queue & Notes & DeskStore),
    check: async () => void (await ask("check")),
    async close() {
      if (!closed) worker.postMessage("close");
      closed = true;
      await ended;
    },
  };
}
