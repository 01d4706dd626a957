import { describeError } from "../../../src/log/errors.ts";
import { type Log, logLine } from "../../../src/log/log.ts";
import { createAlert } from "../../../src/requests/alerts.ts";
import { createDelivery } from "../../../src/requests/delivery.ts";
import { createDeskLinks } from "../../../src/requests/desk-links.ts";
import { createHandler } from "../../../src/requests/handler.ts";
import { createHealth } from "../../../src/requests/health.ts";
import { emailPause } from "../../../src/requests/mail/mailer.ts";
import { createResendMailer } from "../../../src/requests/mail/resend.ts";
import { drain } from "../../../src/requests/outbox.ts";
import { createLimiter, unlimited } from "../../../src/requests/rate-limit.ts";
import { createJobRunner } from "../../../src/requests/scheduled-jobs.ts";
import { openPostgresStore } from "../../../src/requests/store/postgres.ts";
import { timingSafeEqual } from "../../../src/requests/timing-safe-equal.ts";
import { readSettings, resendUrl } from "../../../src/settings/settings.ts";
import { visitorAddress } from "./visitor-address.ts";

declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined;

const settings = readSettings({ DATABASE_URL: Deno.env.get("SUPABASE_DB_URL"), ...Deno.env.toObject() });
const { siteUrl, mail, rateLimit, drainSecret } = settings;
const now = Date.now;
const log: Log = (event, details) => console.log(logLine(event, details));
// The platform may run many instances of this function, and the database allows few connections.
const store = openPostgresStore(settings.databaseUrl ?? "", { connections: 2 });
const alert = createAlert(settings.alertWebhookUrl, log);
// Without a key Resend refuses every email and the owner is alerted; requests are still stored.
const account = settings.resend ?? { url: resendUrl, key: "" };
const mailer = createResendMailer(account, mail, rateLimit ? emailPause : 0);
// The desk is served elsewhere, at the site's own address, and the emails sent from here link to it.
const desk = settings.deskOn && siteUrl ? createDeskLinks({ store, siteUrl, deskEpoch: settings.deskEpoch }) : null;
const unconfirmed = new Set<string>();
const jobSettings = { ...settings, desk, store, mailer, alert, now, log, unconfirmed };
const deliver = createDelivery(jobSettings);
const runJobs = createJobRunner(jobSettings);
const health = createHealth(store, now, log);

let currentDelivery: Promise<void> = Promise.resolve();
let nextDelivery: Promise<void> | null = null;

/** Only one delivery runs at a time. Calls during it share one further run, however many there are. */
function deliverFor(milliseconds: number): Promise<void> {
  nextDelivery ??= currentDelivery.then(() => {
    nextDelivery = null;
    currentDelivery = drain(deliver, milliseconds).catch((error) =>
      log("outbox waits for the store", describeError(error)),
    );
    return currentDelivery;
  });
  return nextDelivery;
}

/** The platform keeps an instance alive for registered work, even after the answer was sent. */
function keepAlive(work: Promise<void>): Promise<void> {
  if (typeof EdgeRuntime !== "undefined") EdgeRuntime.waitUntil(work);
  return work;
}

const handle = createHandler({
  store: {
    async save(submission) {
      const receipt = await store.save(submission);
      keepAlive(deliverFor(20_000));
      return receipt;
    },
  },
  limiter: rateLimit ? createLimiter(() => performance.now()) : unlimited,
  now,
  log,
  contactUrl: siteUrl ? new URL("/contact", siteUrl).href : "/contact",
  allowedOrigins: settings.allowedOrigins,
  unconfirmed,
  ...(settings.smokeKey && { smokeTest: { key: settings.smokeKey, store } }),
});

async function deliverAndRunJobs(): Promise<void> {
  // Alerts must not wait for the emails.
  await Promise.all([deliverFor(40_000), runJobs()]);
}

async function hasDrainSecret(request: Request): Promise<boolean> {
  const given = request.headers.get("x-drain-secret");
  return drainSecret !== null && given !== null && (await timingSafeEqual(given, drainSecret));
}

if (!Deno.env.get("TIME_ZONE")) log("TIME_ZONE is not set: times in emails are in UTC");
if (!siteUrl) log("SITE_URL is not set: a form posted without script cannot return to the site");

Deno.serve(async (request, { remoteAddr }) => {
  const { pathname } = new URL(request.url);
  if (request.method === "GET" && pathname.endsWith("/health")) return health();
  if (request.method === "POST" && pathname.endsWith("/drain")) {
    if (!(await hasDrainSecret(request))) return new Response(null, { status: 401 });
    await keepAlive(deliverAndRunJobs());
    return health("fresh");
  }
  return handle(request, visitorAddress(request.headers, "hostname" in remoteAddr ? remoteAddr.hostname : ""));
});
