import { join } from "node:path";
import { onTestFinished } from "vitest";
import { callsOf, type StoreCall } from "../../src/requests/store/operations.ts";
import { openDatabase } from "../../src/requests/store/sqlite-database.ts";
import { createWriter } from "../../src/requests/store/sqlite-writer.ts";
import { type Store, StoreUnavailable } from "../../src/requests/store/store.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/**
 * The embedded store, with the same code and a real file, but in this thread and without waiting for
 * the disk: each thread compiles the store again. `src/requests/store/sqlite.test.ts` and the server's tests start one.
 */
export function openPlainStore(file = join(temporaryFolder(), "requests.db")): Store {
  const writer = createWriter(file, (path) => {
    const opened = openDatabase(path);
    opened.database.exec("PRAGMA synchronous = OFF");
    return opened;
  });
  const call = async (operation: StoreCall["operation"], ...args: unknown[]) => {
    const [reply] = writer.runBatch([{ id: 1, operation, args: structuredClone(args) }]);
    if (reply?.error !== undefined) throw new StoreUnavailable(reply.error, reply.trace);
    return reply?.result;
  };
  let isOpen = true;
  const close = async () => {
    if (isOpen) writer.close();
    isOpen = false;
  };
  return { ...callsOf(call), check: async () => void (await call("check")), close };
}

/** Opens an empty embedded store until the test ends. */
export function openEmptyStore(): Store {
  const store = openPlainStore();
  onTestFinished(() => store.close());
  return store;
}
