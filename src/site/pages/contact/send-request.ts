import { FunctionsClient, FunctionsHttpError } from "@supabase/functions-js";
import {
  type ConsultationRequest,
  endpoint,
  idempotencyKeyHeader,
  isAccepted,
  isAcknowledged,
  trapHeader,
} from "../../../requests/request.ts";

const timeoutMs = 15_000;
const retryDelaysMs = [400, 1200];

/** A submission keeps its key while its text is unchanged, so that a retry never stores it twice. */
export interface FormSubmission {
  request: ConsultationRequest;
  key: string;
  isSpam: boolean;
}

export function createSubmissionKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Resolves when the request has arrived. The function of this repository says so itself, and knows keys: a dropped
 * connection or a server error is retried within the same time limit, and a rejection is not. Any other function is
 * called once, with no header of ours, which its rules for other origins would refuse.
 */
export async function send({ request, key, isSpam }: FormSubmission): Promise<void> {
  if (!navigator.onLine) throw new Error("The browser is offline");
  const slash = endpoint.lastIndexOf("/");
  const client = new FunctionsClient(new URL(endpoint.slice(0, slash), __BACKEND_URL__ || location.origin).href, {
    headers: { Authorization: `Bearer ${__BACKEND_KEY__}`, apikey: __BACKEND_KEY__ },
  });
  const signal = AbortSignal.timeout(timeoutMs);
  const ownHeaders = { [idempotencyKeyHeader]: key, ...(isSpam && { [trapHeader]: "1" }) };
  for (let attempt = 0; ; attempt++) {
    const { data, error } = await client.invoke(endpoint.slice(slash + 1), {
      body: request,
      headers: __OWN_FUNCTION__ ? ownHeaders : {},
      signal,
    });
    if (!error && (__OWN_FUNCTION__ ? isAcknowledged(data) : isAccepted(data))) return;
    const retryDelay = __OWN_FUNCTION__ ? retryDelaysMs[attempt] : undefined;
    const rejected = error instanceof FunctionsHttpError && error.context.status < 500;
    if (rejected || !error || retryDelay === undefined || signal.aborted) {
      throw error ?? new Error("The answer was not an acknowledgement");
    }
    await new Promise((resolve) => setTimeout(resolve, retryDelay));
  }
}
