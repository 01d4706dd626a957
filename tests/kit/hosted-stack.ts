import { openPostgresStore } from "../../src/requests/store/postgres.ts";
import { migrate } from "../../src/requests/store/postgres-migrate.ts";
import { startFunction } from "./edge-function.ts";
import { type ResendBehaviour, resendTestKey, startResendServer } from "./resend-server.ts";

/** The hosted deployment on this machine: the function and the email service, with the tables in this empty database. */
export async function startHostedStack(
  database: string,
  variables: Record<string, string>,
  behaviour?: () => ResendBehaviour,
) {
  const resend = await startResendServer(behaviour);
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
    WEEKLY_EMAIL: "off",
    ...variables,
  };
  const edgeFunction = await startFunction(settings);
  return {
    url: edgeFunction.url,
    output: edgeFunction.output,
    store,
    resend,
    stop: () => Promise.all([edgeFunction.stop(), store.close(), resend.close()]),
  };
}
