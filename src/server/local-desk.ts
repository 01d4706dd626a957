import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { closeNow, createHttpServer, listen, routeListener } from "../http/http-server.ts";
import { openLocalKey } from "../http/local-key.ts";
import type { Log } from "../log/log.ts";
import { noMailer } from "../requests/mail/mailer.ts";
import type { Store } from "../requests/store/store.ts";
import type { Settings } from "../settings/settings.ts";
import { localKeyFile } from "./data-paths.ts";
import { openDesk } from "./open-desk.ts";
import { createRoutes } from "./routes.ts";
import type { SitePages } from "./serve-pages.ts";

type LocalDesk = { settings: Settings; pages: SitePages; store: Store; log: Log; port: number };

/** The owner's desk for the person who started it: only on the loopback address, with a key in its address. */
export async function startLocalDesk({ settings, pages, store, log, port }: LocalDesk) {
  const key = openLocalKey(localKeyFile(settings.dataDir), "desk");
  const server = createHttpServer(log, (incoming, outgoing) => listener(incoming, outgoing));
  const address = `http://localhost:${await listen(server, { port, host: "127.0.0.1" })}`;
  // The server sends the emails; the local desk only requests them.
  const { desk } = openDesk({
    settings,
    pages,
    store,
    mailer: noMailer,
    now: Date.now,
    log,
    wake: () => {},
    loopbackUrl: address,
  });
  const app = createRoutes({
    log,
    desk,
    pages({ env }) {
      pages.handle(env.incoming, env.outgoing);
      return RESPONSE_ALREADY_SENT;
    },
  });
  const listener = routeListener((request, env) =>
    key.admits(request) ? app.fetch(request, env) : key.refuse(request),
  );
  return { address, url: `${address}/desk${key.query}`, close: () => closeNow(server) };
}
