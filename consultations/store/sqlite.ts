import { Worker } from "node:worker_threads";
import type { Call, Reply } from "./sqlite-writer.ts";
import { type Store, StoreUnavailable } from "./store.ts";

type Pending = { resolve: (result: unknown) => void; reject: (error: StoreUnavailable) => void };

/** `onFatal` is told when the process should end: what the disk holds can only be learnt by starting anew. */
export function openSqliteStore(file: string, onFatal: (reason: string) => void): Store {
  const worker = new Worker(new URL("./sqlite-worker.ts", import.meta.url), { workerData: { file } });
  const pending = new Map<number, Pending>();
  let calls = 0;
  let closed = false;

  worker.on("message", (replies: Reply[]) => {
    for (const { id, result, error } of replies) {
      if (error === undefined) pending.get(id)?.resolve(result);
      else pending.get(id)?.reject(new StoreUnavailable(error));
      pending.delete(id);
    }
    if (replies.some(({ fatal }) => fatal)) onFatal("the disk could not be synced");
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

  const remote = <Operation extends Call["operation"]>(operation: Operation): Store[Operation] => {
    const call = (...args: unknown[]) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new StoreUnavailable("the store is closed"));
        const id = ++calls;
        pending.set(id, { resolve, reject });
        worker.postMessage({ id, operation, args } satisfies Call);
      });
    return call as Store[Operation];
  };

  return {
    save: remote("save"),
    due: remote("due"),
    delivered: remote("delivered"),
    failed: remote("failed"),
    waiting: remote("waiting"),
    late: remote("late"),
    warned: remote("warned"),
    unanswered: remote("unanswered"),
    unreminded: remote("unreminded"),
    reminded: remote("reminded"),
    list: remote("list"),
    find: remote("find"),
    answered: remote("answered"),
    resend: remote("resend"),
    remove: remote("remove"),
    purge: remote("purge"),
    recall: remote("recall"),
    remember: remote("remember"),
    check: remote("check"),
    async close() {
      if (!closed) worker.postMessage("close");
      closed = true;
      await ended;
    },
  };
}
