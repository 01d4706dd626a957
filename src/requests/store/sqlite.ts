import { Worker } from "node:worker_threads";
import { callsOf, type StoreCall, type StoreReply } from "./operations.ts";
import { type Store, StoreUnavailable } from "./store.ts";

/**
 * `onFatal` is called once when the process should end, because only a restart reads what is really on the disk.
 * `exclusive` means that no other process delivers from this file.
 */
export function openSqliteStore(file: string, onFatal: (reason: string) => void, exclusive = true): Store {
  const worker = new Worker(new URL("./sqlite-worker.ts", import.meta.url), { workerData: { file, exclusive } });
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let count = 0;
  let closed = false;
  let fatalReported = false;

  worker.on("message", (replies: StoreReply[]) => {
    for (const { id, result, error, trace } of replies) {
      if (error === undefined) pending.get(id)?.resolve(result);
      else pending.get(id)?.reject(new StoreUnavailable(error, trace));
      pending.delete(id);
    }
    const fatalReply = replies.find(({ fatal }) => fatal);
    if (fatalReply && !fatalReported) onFatal(fatalReply.error ?? "");
    fatalReported ||= fatalReply !== undefined;
  });
  let reason = "the store's thread has ended";
  worker.on("error", (error) => {
    reason = String(error);
  });
  const exited = new Promise<void>((resolve) => {
    worker.on("exit", () => {
      const expected = closed;
      closed = true;
      for (const { reject } of pending.values()) reject(new StoreUnavailable(reason));
      pending.clear();
      resolve();
      if (!expected) onFatal(reason);
    });
  });

  async function call(operation: StoreCall["operation"], ...args: unknown[]): Promise<unknown> {
    if (closed) throw new StoreUnavailable("the store is closed");
    const id = ++count;
    const reply = Promise.withResolvers<unknown>();
    pending.set(id, reply);
    worker.postMessage({ id, operation, args } satisfies StoreCall);
    return reply.promise;
  }

  return {
    ...callsOf(call),
    check: async () => void (await call("check")),
    async close() {
      if (!closed) worker.postMessage("close");
      closed = true;
      await exited;
    },
  };
}
