import { setTimeout as pause } from "node:timers/promises";
import { lockFolder } from "../files/folder-lock.ts";
import { listen } from "../http/http-server.ts";
import { describeError } from "../log/errors.ts";
import type { Log } from "../log/log.ts";
import { createAlert } from "../requests/alerts.ts";
import { createHandler } from "../requests/handler.ts";
import { createHealth } from "../requests/health.ts";
import { startOutbox } from "../requests/outbox.ts";
import { createLimiter, unlimited } from "../requests/rate-limit.ts";
import { startJobs } from "../requests/scheduled-jobs.ts";
import type { Submission } from "../requests/store/stored-request.ts";
import { withFullStop } from "../requests/studio-time.ts";
import type { Settings } from "../settings/settings.ts";
import { databaseFile } from "./data-paths.ts";
import type { EditorProcess } from "./editor-process.ts";
import { openDesk } from "./open-desk.ts";
import { createMailer, isMailUnset, openStore } from "./open-store.ts";
import { createRejectedForms } from "./rejected-forms.ts";
import type { SitePages } from "./serve-pages.ts";
import { removeReplaced } from "./sqlite-backup.ts";
import { startVisitCounter } from "./visit-counter.ts";
import { createWebServer } from "./web-server.ts";

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
};

/** Runs pages, function, outbox and jobs in one process. Rejects when it cannot listen on the port. */
export async function startServer({ settings, pages, log, socket, onFatal, editor }: ServerOptions) {
  const { dataDir, siteUrl, rateLimit } = settings;
  const now = Date.now;
  const unlockFolder = settings.databaseUrl ? () => {} : await lockFolder(dataDir);
  const store = await openStore(settings, onFatal, true);
  const alert = createAlert(settings.alertWebhookUrl, log);
  const mailer = createMailer(settings, pages.studio?.shortName);
  const rejectedForms = createRejectedForms();
  const visits = startVisitCounter({ settings, pages, store, log });
  const health = createHealth(store, now, log, {
    mailUnset: isMailUnset(settings),
    wrongAddress: () => pages.notes.addressProblem !== undefined,
    // Which release is served, why a newer one is not, and why search engines are asked to stay away.
    known: () => ({ release: pages.notes.made?.release, refused: pages.refused, hidden: pages.notes.hidden }),
  });
  const owner = openDesk({ settings, pages, store, mailer, log, wake: () => wake() });
  const removeTest = async (reference: string) => {
    const ids = await store.remove(reference);
    owner.deleteCopies(ids);
    return ids;
  };
  let wake = () => {};
  const unconfirmed = new Set<string>();

  const receive = createHandler({
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
    keepForm: rejectedForms.save,
    treatments: () => pages.studio?.treatments,
    unconfirmed,
    ...(settings.smokeKey && { smokeTest: { key: settings.smokeKey, store: { ...store, remove: removeTest } } }),
  });

  const server = createWebServer({ settings, log, pages, visits, rejectedForms, receive, health, owner, editor });
  const place = socket === undefined ? { port: settings.port, host: settings.host ?? undefined } : { fd: socket };
  const port = await listen(server, place).catch(async (error) => {
    await store.close();
    unlockFolder();
    throw error;
  });

  // These start only after the port is ours, because two servers would both send the same emails.
  const jobSettings = { ...settings, ...owner.emailContext, store, mailer, alert, now, log, unconfirmed };
  const outbox = startOutbox(jobSettings);
  const jobs = startJobs({
    ...jobSettings,
    systemStatus: owner.systemStatus,
    deleteCopies: owner.deleteCopies,
    siteNeeds: () => pages.notes.needs ?? [],
    countsVisits: () => pages.notes.countsVisits === true,
    ...(!settings.databaseUrl && { removeReplaced: (time: number) => removeReplaced(databaseFile(dataDir), time) }),
  });
  wake = outbox.wake;
  if (pages.notes.addressProblem) {
    const text = withFullStop(`Search engines are asked to stay away from the site: ${pages.notes.addressProblem}`);
    alert(text).catch((error) => log("fault", { while: "alerting", ...describeError(error) }));
  }

  return {
    port,
    /** Describes what is wrong with the store, if anything is. */
    storeProblem: (): Promise<string | null> =>
      store.check().then(
        () => null,
        (error: Error) => error.message,
      ),
    /** Finishes open requests, records sent emails, and releases everything within ten seconds, whatever part fails. */
    async stop(): Promise<void> {
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

/** Never rejects: what comes after it closes something else. */
export async function waitAtMost(milliseconds: number, ...work: (Promise<unknown> | undefined)[]): Promise<void> {
  await Promise.race([Promise.allSettled(work), pause(milliseconds, undefined, { ref: false })]);
}
