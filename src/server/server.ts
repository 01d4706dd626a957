import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { transportSecurity } from "../build/response-headers.ts";
import { lockFolder } from "../files/folder-lock.ts";
import { createHttpServer, listen } from "../http/http-server.ts";
import { sendWebResponse, toWebRequest, urlOf } from "../http/web-request.ts";
import { describeError } from "../log/errors.ts";
import type { Log } from "../log/log.ts";
import { createAlert } from "../requests/alerts.ts";
import { createHandler } from "../requests/handler.ts";
import { createHealth } from "../requests/health.ts";
import { startOutbox } from "../requests/outbox.ts";
import { createLimiter, unlimited } from "../requests/rate-limit.ts";
import { endpoint, type FormDraft } from "../requests/request.ts";
import { startJobs } from "../requests/scheduled-jobs.ts";
import type { Submission } from "../requests/store/stored-request.ts";
import { withFullStop } from "../requests/studio-time.ts";
import type { Settings } from "../settings/settings.ts";
import { zoneDataProblem } from "../settings/zone-data.ts";
import { createMailer, isMailUnset, openStore } from "./backend.ts";
import { clientAddress } from "./client-address.ts";
import { guardConnections } from "./connections.ts";
import { databaseFile } from "./data-paths.ts";
import { createDraftStore } from "./draft-store.ts";
import { createEditorFront } from "./editor-front.ts";
import { hostedGuard } from "./editor-guard.ts";
import type { EditorProcess } from "./editor-process.ts";
import { createOwnerServices } from "./owner-services.ts";
import type { SitePages } from "./pages.ts";
import { removeReplaced } from "./sqlite-backup.ts";
import { startVisitCounter } from "./visit-counter.ts";

export type ServerOptions = {
  settings: Settings;
  pages: SitePages;
  log: Log;
  /** A listening socket that another process holds open, used in place of a port. */
  socket?: number | undefined;
  /** Called when the store failed in a way that only a restart can resolve. */
  onFatal: (reason: string) => void;
  /** The owner's editor, for sessions of the desk, when EDIT is on. */
  editor?: EditorProcess | undefined;
  /** The version of the zone data, if not that of this Node. */
  zoneData?: string | undefined;
};

const requestPath = (address: string): string => {
  const url = URL.parse(address);
  return url ? url.pathname + url.search : "/";
};

/** Longer than proxies keep idle connections (Caddy 120 s, nginx 60 s), so that none sends a request into a closed one. */
const keepAliveTimeout = 130_000;

/** Within this time a form has to arrive. */
const bodyTimeout = 20_000;

/** Cuts a slow body off, unless it goes to the editor. */
function limitBody(incoming: IncomingMessage, outgoing: ServerResponse) {
  if (incoming.url?.startsWith("/edit/")) return;
  const timer = setTimeout(() => incoming.complete || incoming.socket.resetAndDestroy(), bodyTimeout);
  outgoing.once("close", () => clearTimeout(timer));
}

/** Matches the path of a page or a file that needs no URL parsing. */
const staticPath = /^\/(?!functions\/|healthz|(?:desk|edit)(?:\/|$))[\w/.-]*$/;

/** Runs pages, function, outbox and jobs in one process. Rejects when it cannot listen on the port. */
export async function startServer({
  settings,
  pages,
  log,
  socket,
  onFatal,
  editor,
  zoneData = process.versions.tz,
}: ServerOptions) {
  const { dataDir, siteUrl, rateLimit, trustProxy } = settings;
  const now = Date.now;
  const clock = zoneDataProblem(zoneData);
  if (clock) log("old zone data", { problem: clock });
  const unlockFolder = settings.databaseUrl ? () => {} : await lockFolder(dataDir);
  const store = await openStore(settings, onFatal, true);
  const alert = createAlert(settings.alertWebhookUrl, log);
  const mailer = createMailer(settings, pages.studio?.shortName);
  const drafts = createDraftStore();
  const visits = startVisitCounter({ settings, pages, store, log });
  const health = createHealth(store, now, log, {
    mailUnset: isMailUnset(settings),
    wrongAddress: () => pages.addressProblem !== undefined,
  });
  const ownerServices = createOwnerServices({ settings, pages, store, mailer, now, log, wake: () => wake() });
  const securityHeaders = {
    "x-content-type-options": "nosniff",
    ...(siteUrl?.startsWith("https:") && { "strict-transport-security": transportSecurity }),
  };
  const removeTest = async (reference: string) => {
    const ids = await store.remove(reference);
    ownerServices.deleteCopies(ids);
    return ids;
  };
  const markOf = ({ headers: { cookie = "" } }: IncomingMessage) =>
    ownerServices.markOf({ headers: new Headers({ cookie }) });
  const answerEdit =
    editor && siteUrl ? createEditorFront({ guard: hostedGuard(siteUrl, markOf), editor, log }) : undefined;
  let wake = () => {};
  let stopping = false;
  const unconfirmed = new Set<string>();

  const handle = createHandler({
    store: {
      async save(submission: Submission) {
        const receipt = await store.save(submission);
        wake();
        if (!receipt.repeated && submission.flags.length === 0) visits.countRequest();
        return receipt;
      },
    },
    limiter: rateLimit ? createLimiter(() => performance.now()) : unlimited,
    now,
    log,
    contactUrl: siteUrl ? new URL("/contact", siteUrl).href : "/contact",
    allowedOrigins: settings.allowedOrigins,
    saveDraft: drafts.save,
    unconfirmed,
    ...(settings.smokeKey && { smokeTest: { key: settings.smokeKey, store: { ...store, remove: removeTest } } }),
  });

  /** Nearly every request is for a page or a file and is answered synchronously. */
  function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> | undefined {
    if (stopping) outgoing.setHeader("connection", "close");
    if (!connections.allowRequest(incoming.socket, outgoing)) return;
    // A client may send the full URL, as it would to a proxy.
    if (/^https?:/i.test(incoming.url ?? "")) incoming.url = requestPath(incoming.url ?? "");
    if (answerEdit && incoming.method === "POST") limitBody(incoming, outgoing);
    if (!staticPath.test(incoming.url ?? "")) return answerDynamic(incoming, outgoing);
    answerPage(incoming, outgoing);
  }

  function answerPage(incoming: IncomingMessage, outgoing: ServerResponse, draft?: FormDraft) {
    const page = pages.answer(incoming, outgoing, draft);
    if (page !== undefined) visits.count(page, incoming);
  }

  async function answerDynamic(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = urlOf(incoming);
    if (!url) {
      outgoing.writeHead(400, { ...securityHeaders, connection: "close" }).end();
      return;
    }
    const send = (response: Response) => {
      for (const [name, value] of Object.entries(securityHeaders)) outgoing.setHeader(name, value);
      return sendWebResponse(response, incoming, outgoing);
    };
    if (url.pathname === endpoint) {
      const client = clientAddress(incoming, trustProxy);
      if (connections.allowPost(client, outgoing)) await send(await handle(toWebRequest(incoming, url), client));
      else await send(new Response(null, { status: 429, headers: { "retry-after": "30" } }));
    } else if (ownerServices.desk && /^\/desk(?:\/|$)/.test(url.pathname)) {
      await sendWebResponse(await (await ownerServices.desk)(toWebRequest(incoming, url)), incoming, outgoing);
    } else if (answerEdit && /^\/edit(?:\/|$)/.test(url.pathname)) {
      for (const [name, value] of Object.entries(securityHeaders)) outgoing.setHeader(name, value);
      await answerEdit(incoming, outgoing, url);
    } else if (url.pathname === "/healthz") {
      await send(await withPages(await health(), pages, clock));
    } else {
      const token = incoming.method === "GET" && url.pathname === "/contact" ? url.searchParams.get("draft") : null;
      if (token) outgoing.setHeader("cache-control", "no-store");
      answerPage(incoming, outgoing, token ? drafts.take(token) : undefined);
    }
  }

  const timeouts = {
    headersTimeout: 10_000,
    // Node has one limit for all requests, and a photograph from a phone takes minutes.
    requestTimeout: answerEdit ? 300_000 : bodyTimeout,
    connectionsCheckingInterval: 2_000,
    keepAliveTimeout,
  };
  const server = createHttpServer(log, answer, timeouts);
  const connections = guardConnections(server, {
    trustProxy,
    ...(!rateLimit && { perAddress: Number.POSITIVE_INFINITY }),
  });

  try {
    await listen(
      server,
      socket === undefined ? { port: settings.port, host: settings.host ?? undefined } : { fd: socket },
    );
  } catch (error) {
    await store.close();
    unlockFolder();
    throw error;
  }

  // These start only after the port is ours, because two servers would both send the same emails.
  const jobSettings = { ...settings, ...ownerServices.emailContext, store, mailer, alert, now, log, unconfirmed };
  const outbox = startOutbox(jobSettings);
  const removeReplacedBefore = (time: number) => removeReplaced(databaseFile(dataDir), time);
  const jobs = startJobs({
    ...jobSettings,
    systemStatus: ownerServices.systemStatus,
    deleteCopies: ownerServices.deleteCopies,
    siteNeeds: () => pages.needs ?? [],
    countsVisits: () => pages.countsVisits === true,
    ...(!settings.databaseUrl && { removeReplaced: removeReplacedBefore }),
  });
  wake = outbox.wake;
  if (pages.addressProblem) {
    const text = withFullStop(`Search engines are asked to stay away from the site: ${pages.addressProblem}`);
    alert(text).catch((error) => log("fault", { while: "alerting", ...describeError(error) }));
  }

  return {
    port: (server.address() as AddressInfo).port,
    /** Describes what is wrong with the store, if anything is. */
    async storeProblem(): Promise<string | null> {
      return store.check().then(
        () => null,
        (error: Error) => error.message,
      );
    },
    /** Finishes open requests, records sent emails, and releases everything within ten seconds, whatever part fails. */
    async stop(): Promise<void> {
      stopping = true;
      const editorClosed = editor?.stop();
      const closed = new Promise((resolve) => server.close(resolve));
      // Without this, shutdown would wait for connections that are kept alive after their last answer.
      const idleSweep = setInterval(() => server.closeIdleConnections(), 50);
      await waitAtMost(5_000, closed);
      clearInterval(idleSweep);
      server.closeAllConnections();
      await waitAtMost(3_000, outbox.stop(), jobs.stop(), editorClosed, visits.stop());
      await waitAtMost(1_000, store.close());
      unlockFolder();
    },
  };
}

/**
 * Adds which release is served, why a newer one is not, why search engines are asked to stay away, and why times may be
 * wrong. None of this is a failure: visitors are served.
 */
async function withPages(
  report: Response,
  { made, refused, hidden }: SitePages,
  clock: string | null,
): Promise<Response> {
  const known = { ...(made && { release: made.release }), ...(refused && { refused }), ...(hidden && { hidden }) };
  return Response.json({ ...(await report.json()), ...known, ...(clock && { clock }) }, report);
}

/** Never rejects: what comes after it closes something else. */
export async function waitAtMost(milliseconds: number, ...work: (Promise<unknown> | undefined)[]): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([Promise.allSettled(work), timeout]);
  clearTimeout(timer);
}
