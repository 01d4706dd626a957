import { Readable } from "node:stream";
import type { RequestReader } from "../../src/requests/store/sqlite-reader.ts";
import { iterateRequests } from "../../src/requests/store/store.ts";
import type { StoredRequest } from "../../src/requests/store/stored-request.ts";
import { openRequestReader } from "../../src/server/open-store.ts";
import { readSettings } from "../../src/settings/settings.ts";

/** Every request in the file of this data folder, or in this database, also while a server uses it. */
export async function readStoredRequests(DATA_DIR?: string, DATABASE_URL?: string): Promise<StoredRequest[]> {
  const reader = await openRequestReader(readSettings({ DATA_DIR, DATABASE_URL }));
  try {
    return await readAllRequests(reader);
  } finally {
    await reader.close();
  }
}

export const readAllRequests = (reader: Pick<RequestReader, "list">): Promise<StoredRequest[]> =>
  Readable.from(iterateRequests(reader)).toArray();
