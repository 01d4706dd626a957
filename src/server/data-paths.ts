import { join } from "node:path";

/** What DATA_DIR holds. */
export const databaseFile = (dataDir: string): string => join(dataDir, "requests.db");
export const mailFolder = (dataDir: string): string => join(dataDir, "mail");
