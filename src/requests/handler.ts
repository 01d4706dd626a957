import { describeError } from "../log/errors.ts";
import type { Log } from "../log/log.ts";
import type { Limiter } from "./rate-limit.ts";
import { isForm, readBody } from "./read-body.ts";
import {
  type ConsultationRequest,
  type FieldErrors,
  type FilledForm,
  honeypotField,
  idempotencyKeyHeader,
  mapFields,
  trapHeader,
  validate,
} from "./request.ts";
import { handleSmokeTest, type SmokeTest } from "./smoke-test.ts";
import { isAdvertisement } from "./spam.ts";
import type { RequestStore } from "./store/store.ts";
import type { Flag } from "./store/stored-request.ts";

export type HandlerSettings = {
  store: Pick<RequestStore, "save">;
  limiter: Limiter;
  now: () => number;
  log: Log;
  /** The page to which a form posted without script returns. */
  contactUrl: string;
  /** Pages of other origins are refused; with "*" their requests are accepted as spam. */
  allowedOrigins: string[] | "*";
  /** The names of the studio's treatments, where they are known. */
  treatments?: () => string[] | undefined;
  /** Receives the references of requests whose visitors are not told, because of the limit for their network. */
  unconfirmed?: Set<string>;
  /**
   * Keeps the typed values for the contact page to show again, or the moment from which it counts the promised day.
   * Without it that page can only say whether it worked.
   */
  keepForm?: (form: FilledForm, client: string) => string;
  /** Present where the host may send smoke tests. */
  smokeTest?: SmokeTest;
};

/** The second argument is the address of the client, as the server or edge function has determined it. */
export type Handler = (request: Request, client: string) => Promise<Response>;

type Outcome = {
  status: number;
  reference?: string;
  error?: string;
  errors?: FieldErrors;
  retryAfter?: number;
  values?: ConsultationRequest;
  sentAt?: number;
};

const cors = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST, OPTIONS",
  "access-control-allow-headers": `authorization, x-client-info, apikey, content-type, ${idempotencyKeyHeader}, ${trapHeader}`,
  "access-control-expose-headers": "retry-after",
  "access-control-max-age": "86400",
  "cache-control": "no-store",
  "x-content-type-options": "nosniff",
};

export function createHandler(settings: HandlerSettings): Handler {
  return async (request, client) => {
    if (request.method === "OPTIONS") return new Response(null, { status: 204, headers: cors });

    const test = await handleSmokeTest(request, settings);
    if (test) return Response.json(test.body, { status: test.status, headers: cors });

    const start = performance.now();
    const outcome = await receive(request, client, settings);
    const { status, reference = "none" } = outcome;
    settings.log("request", { reference, status, ms: Math.round(performance.now() - start) });
    return request.method === "POST" && isForm(request)
      ? redirectToContact(outcome, client, settings)
      : toJsonResponse(outcome);
  };
}

async function receive(request: Request, client: string, settings: HandlerSettings): Promise<Outcome> {
  const receivedAt = settings.now();
  const flags: Flag[] = [];

  if (request.method !== "POST") return { status: 405, error: "Send a POST request" };
  const origin = classifyOrigin(request, settings);
  if (origin === "foreign" && settings.allowedOrigins !== "*")
    return { status: 403, error: "Sent from another website" };
  if (origin !== "own") flags.push("origin");

  const body = await readBody(request);
  if ("status" in body) return body;
  const { input } = body;
  const values = mapFields((field) => (typeof input[field] === "string" ? input[field] : ""));
  const result = validate(input);
  if (!result.ok) return { status: 422, errors: result.errors, values };
  if (request.headers.has(trapHeader) || (isForm(request) && input[honeypotField])) flags.push("trap");
  if (isAdvertisement(result.request, settings.treatments?.())) flags.push("advert");

  try {
    const limit = await settings.limiter(client, origin === "own");
    if (limit.result === "refuse") {
      return { status: 429, error: "Too many requests", retryAfter: limit.retryAfter, values };
    }
    if (limit.result === "flag") flags.push("limit");
    if (limit.result === "flood") flags.push("flood");

    const key = request.headers.get(idempotencyKeyHeader)?.slice(0, 256) || null;
    const { reference, conflict, repeated } = await settings.store.save({ ...result.request, receivedAt, flags, key });
    // Acknowledging this text would lose it, because a different text is stored under the key.
    if (conflict) return { status: 422, error: "A different text was sent under this key before", values };
    if (limit.result === "pass" && limit.unconfirmed && !repeated) settings.unconfirmed?.add(reference);
    return { status: 200, reference, sentAt: receivedAt };
  } catch (error) {
    settings.log("fault", { while: "storing a request", ...describeError(error) });
    return { status: 503, error: "The request could not be stored", retryAfter: 30, values };
  }
}

/** Browsers send the origin of a POST, or at least whether it crosses sites. Nothing else makes a request foreign. */
function classifyOrigin(
  request: Request,
  { contactUrl, allowedOrigins }: HandlerSettings,
): "own" | "foreign" | "unknown" {
  const origin = request.headers.get("origin") ?? "null";
  const site = request.headers.get("sec-fetch-site");
  if (!URL.canParse(origin)) return site === "cross-site" ? "foreign" : site ? "own" : "unknown";
  // Only hosts are compared, because behind a proxy that ends TLS the request's own URL says http.
  const ownUrls = [request.url, new URL(contactUrl, request.url), ...(allowedOrigins === "*" ? [] : allowedOrigins)];
  return ownUrls.some((url) => new URL(url).host === new URL(origin).host) ? "own" : "foreign";
}

function redirectToContact(
  { status, values, errors = {}, sentAt }: Outcome,
  client: string,
  { contactUrl, keepForm }: HandlerSettings,
): Response {
  const anchor = status === 200 ? "#sent" : status === 422 && values && keepForm ? "#check" : "#failed";
  const form = sentAt ? { values: mapFields(() => ""), errors, sentAt } : values && { values, errors };
  const query = form && keepForm ? `?draft=${keepForm(form, client)}` : "";
  const location = `${contactUrl}${query}${anchor}`;
  return new Response(null, { status: 303, headers: { ...cors, location } });
}

function toJsonResponse({ status, reference, error, errors, retryAfter }: Outcome): Response {
  const headers: Record<string, string> = { ...cors };
  if (retryAfter !== undefined) headers["retry-after"] = String(retryAfter);
  if (status === 405) headers.allow = "POST, OPTIONS";
  return Response.json({ ok: status === 200, reference, error, errors }, { status, headers });
}
