import { join } from "node:path";

/** The paths inside DATA_DIR. */
export const databaseFile = (dataDir: string): string => join(dataDir, "requests.db");
export const mailFolder = (dataDir: string): string => join(dataDir, "mail");
/** The key with which `npm run desk` and `npm run edit` admit the person who started them. */
export const localKeyFile = (dataDir: string): string => join(dataDir, "local-key");
/** The page through which a browser is led to the address with that key. */
export const openingPage = (dataDir: string): string => join(dataDir, "open.html");
