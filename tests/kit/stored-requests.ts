import { openSqliteReader, type RequestReader } from "../../src/requests/store/sqlite-reader.ts";
import { iterateRequests } from "../../src/requests/store/store.ts";
import type { StoredRequest } from "../../src/requests/store/stored-request.ts";
import { databaseFile } from "../../src/server/data-paths.ts";

/** Every request in the file of this data folder, also while a server uses it. */
export async function readStoredRequests(dataDir: string): Promise<StoredRequest[]> {
  const reader = openSqliteReader(databaseFile(dataDir));
  try {
    return await readAllRequests(reader);
  } finally {
    await reader.close();
  }
}

export async function readAllRequests(reader: Pick<RequestReader, "list">): Promise<StoredRequest[]> {
  const requests: StoredRequest[] = [];
  for await (const request of iterateRequests(reader)) requests.push(request);
  return requests;
}
