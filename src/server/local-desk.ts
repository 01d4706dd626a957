import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { Log } from "../log/log.ts";
import { noMailer } from "../requests/mail/mailer.ts";
import type { Store } from "../requests/store/store.ts";
import type { Settings } from "../settings/settings.ts";
import { openDesk } from "./open-desk.ts";
import { createRoutes } from "./routes.ts";
import type { SitePages } from "./serve-pages.ts";

type LocalDesk = { settings: Settings; pages: SitePages; store: Store; log: Log; origin: string };

/** The owner's desk for the person who started it. The server sends the emails that are asked for here. */
export function createLocalDesk({ origin, pages, log, ...parts }: LocalDesk) {
  const { desk } = openDesk({
    ...parts,
    pages,
    log,
    mailer: noMailer,
    now: Date.now,
    wake: () => {},
    loopbackUrl: origin,
  });
  return createRoutes({
    log,
    desk,
    pages({ env }) {
      pages.handle(env.incoming, env.outgoing);
      return RESPONSE_ALREADY_SENT;
    },
  }).fetch;
}
