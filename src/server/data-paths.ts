import { join } from "node:path";

/** The paths inside DATA_DIR. */
export const databaseFile = (dataDir: string): string => join(dataDir, "requests.db");
export const mailFolder = (dataDir: string): string => join(dataDir, "mail");
