import { openPostgresStore } from "../../src/requests/store/postgres.ts";
import { migrate } from "../../src/requests/store/postgres-migrate.ts";
import { startFunction } from "./edge-function.ts";
import { startPostgresServer } from "./postgres-server.ts";
import { type ResendBehaviour, resendTestKey, startResendServer } from "./resend-server.ts";

/** The hosted home on this machine: function, database and mail, as real as they can be had. */
export async function startHostedStack(
  variables: Record<string, string>,
  {
    behaviour,
    prepare = async () => {},
  }: { behaviour?: () => ResendBehaviour; prepare?: (database: string) => Promise<void> } = {},
) {
  const [postgres, resend] = await Promise.all([startPostgresServer(), startResendServer(behaviour)]);
  const database = await postgres.createDatabase();
  await prepare(database);
  const store = openPostgresStore(database, { connections: 2, prepare: migrate });
  await store.check();
  const settings = {
    SUPABASE_DB_URL: database,
    RESEND_API_KEY: resendTestKey,
    RESEND_URL: resend.url,
    MAIL_TO: "studio@example.com",
    MAIL_FROM: "Website <website@example.com>",
    RATE_LIMIT: "off",
    DIGEST: "off",
    ...variables,
  };
  const edgeFunction = await startFunction(settings);
  return {
    url: edgeFunction.url,
    output: edgeFunction.output,
    settings,
    database,
    store,
    resend,
    async stop() {
      await Promise.all([edgeFunction.stop(), store.close(), resend.close()]);
      await postgres.stop();
    },
  };
}
