import { parentPort, workerData } from "node:worker_threads";
import type { Call } from "./sqlite-calls.ts";
import { openDatabase } from "./sqlite-database.ts";
import { createWriter } from "./sqlite-writer.ts";

// SQLite is synchronous. In a thread of its own it syncs the disk while the server goes on serving pages, and the
// requests that arrive meanwhile wait in line and share the next transaction.
const writer = createWriter(workerData.file, (file) => openDatabase(file, workerData.alone));
const line: Call[] = [];

const settle = () => parentPort?.postMessage(writer.settle(line.splice(0)));

parentPort?.on("message", (call: Call | "close") => {
  if (call === "close") {
    settle();
    writer.close();
    parentPort?.close();
  } else if (line.push(call) === 1) {
    setImmediate(settle);
  }
});
