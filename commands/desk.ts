import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type Log, logLine } from "../consultations/log.ts";
import { noPost } from "../consultations/mail/post.ts";
import { messageOf } from "../consultations/thrown.ts";
import { siteFolder } from "../pipeline/build-folder.ts";
import { buildIfChanged } from "../pipeline/build-if-changed.ts";
import { openStore } from "../server/backend.ts";
import { openOwnersSide } from "../server/owner.ts";
import { openPages } from "../server/pages.ts";
import { sendWebResponse, toWebRequest } from "../server/web.ts";
import { loadEnvironment, loadSettings } from "../settings/load.ts";
import { readBuildSettings } from "../settings/settings.ts";

/** The owner's desk for whoever sits at this machine: on the loopback alone, and without signing in. */
const log: Log = (event, details) => console.error(logLine(event, details));

try {
  const environment = loadEnvironment();
  if (!buildIfChanged(readBuildSettings(environment), { quickPictures: true })) process.exit(1);
  const settings = loadSettings(environment);
  const store = openStore(settings, (reason) => log("fatal", { reason }));
  const pages = openPages(siteFolder(settings.buildFolder));
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen({ port: settings.port + 10, host: "127.0.0.1" }, resolve);
  });
  const address = `http://localhost:${(server.address() as AddressInfo).port}`;
  // Letters are posted by the server; here one is only asked for.
  const { desk } = openOwnersSide({
    ...{ settings, pages, store, post: noPost, now: Date.now, log, wake: () => {} },
    loopback: address,
  });
  server.on("request", async (incoming, outgoing) => {
    const isDesk = /^\/desk(?:[/?]|$)/.test(incoming.url ?? "");
    const response = isDesk ? await (await desk)?.(toWebRequest(incoming)) : undefined;
    if (response) await sendWebResponse(response, incoming, outgoing);
    else pages.answer(incoming, outgoing);
  });
  console.log(`Open ${address}/desk (stop with Ctrl-C)`);
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.once(signal, async () => {
      server.close();
      server.closeAllConnections();
      await store.close();
    });
  }
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
