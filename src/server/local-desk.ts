import { closeNow, createHttpServer, listen } from "../http/http-server.ts";
import { openLocalKey } from "../http/local-key.ts";
import { sendWebResponse, toWebRequest, urlOf } from "../http/web-request.ts";
import type { Log } from "../log/log.ts";
import { noMailer } from "../requests/mail/mailer.ts";
import type { Store } from "../requests/store/store.ts";
import type { Settings } from "../settings/settings.ts";
import { localKeyFile } from "./data-paths.ts";
import { createOwnerServices } from "./owner-services.ts";
import type { SitePages } from "./pages.ts";

type LocalDesk = { settings: Settings; pages: SitePages; store: Store; log: Log; port: number };

/** The owner's desk for the person who started it: only on the loopback address, with a key in its address. */
export async function startLocalDesk({ settings, pages, store, log, port }: LocalDesk) {
  const key = openLocalKey(localKeyFile(settings.dataDir), "desk");
  const server = createHttpServer(log, async (incoming, outgoing) => {
    const url = urlOf(incoming);
    if (!url) return outgoing.writeHead(400).end();
    if (!key.admits(incoming)) return key.refuse(incoming, outgoing, url);
    const isDesk = /^\/desk(?:\/|$)/.test(url.pathname);
    const response = isDesk ? await (await desk)?.(toWebRequest(incoming, url)) : undefined;
    if (response) await sendWebResponse(response, incoming, outgoing);
    else pages.answer(incoming, outgoing);
  });
  const address = `http://localhost:${await listen(server, { port, host: "127.0.0.1" })}`;
  // The server sends the emails; the local desk only requests them.
  const { desk } = createOwnerServices({
    settings,
    pages,
    store,
    mailer: noMailer,
    now: Date.now,
    log,
    wake: () => {},
    loopbackUrl: address,
  });
  return { address, url: `${address}/desk${key.query}`, close: () => closeNow(server) };
}
