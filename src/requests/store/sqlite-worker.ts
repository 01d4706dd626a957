import { parentPort, workerData } from "node:worker_threads";
import type { StoreCall } from "./operations.ts";
import { openDatabase } from "./sqlite-database.ts";
import { createWriter } from "./sqlite-writer.ts";

// SQLite is synchronous. In its own thread it syncs the disk while the server keeps serving pages, and the requests
// that arrive meanwhile are queued and share the next transaction.
const writer = createWriter(workerData.file, (file) => openDatabase(file, workerData.exclusive));
const pendingCalls: StoreCall[] = [];

const runPending = () => parentPort?.postMessage(writer.runBatch(pendingCalls.splice(0)));

parentPort?.on("message", (call: StoreCall | "close") => {
  if (call === "close") {
    runPending();
    writer.close();
    parentPort?.close();
  } else if (pendingCalls.push(call) === 1) {
    setImmediate(runPending);
  }
});
