import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createAlert } from "../consultations/alerts.ts";
import { createHandler } from "../consultations/handler.ts";
import { createHealth } from "../consultations/health.ts";
import { createLimiter, unlimited } from "../consultations/limits.ts";
import type { Log } from "../consultations/log.ts";
import { startOutbox } from "../consultations/outbox.ts";
import { endpoint } from "../consultations/request.ts";
import type { Submission } from "../consultations/store/stored-request.ts";
import { sentence } from "../consultations/studio-time.ts";
import { traceOf } from "../consultations/thrown.ts";
import { startWatch } from "../consultations/watch.ts";
import { transportSecurity } from "../pipeline/policy.ts";
import type { Settings } from "../settings/settings.ts";
import { isMailUnset, openPost, openStore } from "./backend.ts";
import { clientAddress } from "./client-address.ts";
import { guardConnections } from "./connections.ts";
import { databaseFile } from "./data-files.ts";
import { createDrafts } from "./drafts.ts";
import { holdFolder } from "./folder-lock.ts";
import { openOwnersSide } from "./owner.ts";
import type { Pages } from "./pages.ts";
import { removeReplaced } from "./sqlite-backup.ts";
import { answerOrLog, sendWebResponse, toWebRequest, urlOf } from "./web.ts";

export type ServerOptions = {
  settings: Settings;
  pages: Pages;
  log: Log;
  /** A socket that somebody else holds and listens on, in place of a port of its own. */
  socket?: number | undefined;
  /** The store failed in a way that only a new start can clear up. */
  onFatal: (reason: string) => void;
};

const pathOf = (address: string): string => {
  const url = URL.parse(address);
  return url ? url.pathname + url.search : "/";
};

/** Longer than a proxy keeps an idle connection (Caddy 120 s, nginx 60 s): were ours the shorter, it would post into a closed one. */
const keepAliveTimeout = 130_000;

/** An address of a page or a file that needs no taking apart. */
const plainPath = /^\/(?!functions\/|healthz|desk(?:\/|$))[\w/.-]*$/;

/** Pages, function and outbox in one process. Rejects when the port cannot be had. */
export async function startServer({ settings, pages, log, socket, onFatal }: ServerOptions) {
  const { dataDir, siteUrl, rateLimit, trustProxy } = settings;
  const now = Date.now;
  const letGo = settings.databaseUrl ? () => {} : await holdFolder(dataDir);
  const store = openStore(settings, onFatal, true);
  const alert = createAlert(settings.alertWebhookUrl, log);
  const post = openPost(settings);
  const drafts = createDrafts();
  const health = createHealth(store, now, log, {
    mailUnset: isMailUnset(settings),
    wrongAddress: pages.addressProblem !== undefined,
  });
  const owner = openOwnersSide({ settings, pages, store, post, now, log, wake: () => wake() });
  const ownHeaders = {
    "x-content-type-options": "nosniff",
    ...(siteUrl?.startsWith("https:") && { "strict-transport-security": transportSecurity }),
  };
  const removeTest = async (reference: string) => {
    const ids = await store.remove(reference);
    owner.forget(ids);
    return ids;
  };
  let wake = () => {};
  let stopping = false;

  const handle = createHandler({
    store: {
      async save(submission: Submission) {
        const receipt = await store.save(submission);
        wake();
        return receipt;
      },
    },
    limiter: rateLimit ? createLimiter(() => performance.now()) : unlimited,
    now,
    log,
    contactUrl: siteUrl ? new URL("/contact", siteUrl).href : "/contact",
    allowedOrigins: settings.allowedOrigins,
    keepDraft: drafts.keep,
    ...(settings.smokeKey && { smoke: { key: settings.smokeKey, store: { ...store, remove: removeTest } } }),
  });

  /** Nearly every request is a page or a file, and answered before this returns. */
  function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> | undefined {
    if (stopping) outgoing.setHeader("connection", "close");
    if (!connections.isPatient(incoming.socket, outgoing)) return;
    // A client may name the whole address, as one does to a proxy.
    if (/^https?:/i.test(incoming.url ?? "")) incoming.url = pathOf(incoming.url ?? "");
    if (!plainPath.test(incoming.url ?? "")) return answerOther(incoming, outgoing);
    pages.answer(incoming, outgoing);
  }

  async function answerOther(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = urlOf(incoming);
    if (!url) {
      outgoing.writeHead(400, { ...ownHeaders, connection: "close" }).end();
      return;
    }
    const send = (response: Response) => {
      for (const [name, value] of Object.entries(ownHeaders)) outgoing.setHeader(name, value);
      return sendWebResponse(response, incoming, outgoing);
    };
    if (url.pathname === endpoint) {
      const client = clientAddress(incoming, trustProxy);
      if (connections.admits(client, outgoing)) await send(await handle(toWebRequest(incoming, url), client));
      else await send(new Response(null, { status: 429, headers: { "retry-after": "30" } }));
    } else if (owner.desk && /^\/desk(?:\/|$)/.test(url.pathname)) {
      await sendWebResponse(await (await owner.desk)(toWebRequest(incoming, url)), incoming, outgoing);
    } else if (url.pathname === "/healthz") {
      await send(await withReason(await health(), pages.hidden));
    } else {
      const token = incoming.method === "GET" && url.pathname === "/contact" ? url.searchParams.get("draft") : null;
      if (token) outgoing.setHeader("cache-control", "no-store");
      pages.answer(incoming, outgoing, token ? drafts.take(token) : undefined);
    }
  }

  const server = createServer(
    { headersTimeout: 10_000, requestTimeout: 20_000, connectionsCheckingInterval: 2_000, keepAliveTimeout },
    (incoming, outgoing) => answerOrLog(log, outgoing, () => answer(incoming, outgoing)),
  );
  const connections = guardConnections(server, { trustProxy, ...(!rateLimit && { share: Number.POSITIVE_INFINITY }) });

  try {
    await new Promise<void>((resolve, reject) => {
      const own = { port: settings.port, host: settings.host ?? undefined };
      server.once("error", reject).listen(socket === undefined ? own : { fd: socket }, resolve);
    });
  } catch (error) {
    await store.close();
    letGo();
    throw error;
  }

  // Only now: had another server held the port, both would post the same letters.
  const duties = { ...settings, ...owner.paper, store, post, alert, now, log };
  const outbox = startOutbox(duties);
  const removeReplacedBefore = (time: number) => removeReplaced(databaseFile(dataDir), time);
  const watch = startWatch({
    ...duties,
    ...{ house: owner.house, forget: owner.forget },
    ...(!settings.databaseUrl && { removeReplaced: removeReplacedBefore }),
  });
  wake = outbox.wake;
  if (pages.addressProblem) {
    const words = sentence(`Search engines are asked to stay away from the site: ${pages.addressProblem}`);
    alert(words).catch((error) => log("fault", { while: "alerting", ...traceOf(error) }));
  }

  return {
    port: (server.address() as AddressInfo).port,
    /** Says what is wrong with the store, if anything is. */
    async storeProblem(): Promise<string | null> {
      return store.check().then(
        () => null,
        (error: Error) => error.message,
      );
    },
    /** Answers what was asked, notes what was posted, and lets go of everything within ten seconds. */
    async stop(): Promise<void> {
      stopping = true;
      const closed = new Promise((resolve) => server.close(resolve));
      // A connection that is kept alive after its last answer would otherwise be waited for.
      const sweep = setInterval(() => server.closeIdleConnections(), 50);
      await within(5_000, closed);
      clearInterval(sweep);
      server.closeAllConnections();
      await within(3_000, Promise.all([outbox.stop(), watch.stop()]));
      await within(1_000, store.close());
      letGo();
    },
  };
}

/** Says also why the pages ask search engines to stay away, if they do. It is no fault. */
async function withReason(report: Response, hidden: string | undefined): Promise<Response> {
  return hidden ? Response.json({ ...(await report.json()), hidden }, report) : report;
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, timeout]);
  clearTimeout(timer);
}
