import { openPostgresStore } from "../../consultations/store/postgres.ts";
import { migrate } from "../migrate.ts";
import { startFunction } from "./function.ts";
import { startPostgresServer } from "./postgres-server.ts";
import { key, type Manner, startResendServer } from "./resend-server.ts";

/** The hosted home on this machine: function, database and mail, as real as they can be had. */
export async function startHome(
  variables: Record<string, string>,
  { manner, prepare = async () => {} }: { manner?: () => Manner; prepare?: (database: string) => Promise<void> } = {},
) {
  const [postgres, resend] = await Promise.all([startPostgresServer(), startResendServer(manner)]);
  const database = await postgres.createDatabase();
  await prepare(database);
  const store = openPostgresStore(database, { connections: 2, prepare: migrate });
  await store.check();
  const settings = {
    SUPABASE_DB_URL: database,
    RESEND_API_KEY: key,
    RESEND_URL: resend.url,
    MAIL_TO: "studio@example.com",
    MAIL_FROM: "Website <website@example.com>",
    RATE_LIMIT: "off",
    DIGEST: "off",
    ...variables,
  };
  const home = await startFunction(settings);
  return {
    url: home.url,
    output: home.output,
    settings,
    database,
    store,
    resend,
    async stop() {
      await Promise.all([home.stop(), store.close(), resend.close()]);
      await postgres.stop();
    },
  };
}
