import { errorProperties } from "../../log/errors.ts";
import { automaticReply, type Email, type MailAddresses, MailError, type Mailer, sendOrDropReplyTo } from "./mailer.ts";

export type ResendAccount = { url: string; key: string };

// Waiting a little does not clear a quota, so somebody has to act.
const quotas: unknown[] = ["daily_quota_exceeded", "monthly_quota_exceeded"];

/** Sends emails over Resend's HTTP API, which remembers idempotency keys for a day, so that nothing is sent twice. */
export function createResendMailer({ url, key }: ResendAccount, { to, from }: MailAddresses, pause: number): Mailer {
  async function sendOnce({ id, subject, text, html, replyTo, visitor }: Email): Promise<void> {
    let response: Response;
    try {
      response = await fetch(new URL("/emails", url), {
        method: "POST",
        headers: {
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          "idempotency-key": `contact/${id}`,
        },
        body: JSON.stringify({
          from,
          to: [visitor ?? to],
          subject,
          text,
          html,
          // Only the address is sent, because a name typed by a visitor could be read as further addresses.
          ...(replyTo && { reply_to: replyTo.address }),
          ...(visitor && { reply_to: to }),
          headers: { "X-Entity-Ref-ID": id, ...(visitor && automaticReply) },
        }),
        signal: AbortSignal.timeout(20_000),
      });
    } catch (error) {
      const { name, cause } = error instanceof Error ? error : {};
      throw new MailError("unreachable", joinCodes(errorProperties(cause).code ?? name));
    }
    if (!response.ok) throw await toMailError(response);
    await response.body?.cancel();
  }

  return { pause, send: (email) => sendOrDropReplyTo(email, sendOnce, `${email.id}/plain`) };
}

async function toMailError(response: Response): Promise<MailError> {
  const { status, headers } = response;
  const { name } = errorProperties(await response.json().catch(() => null));
  const errorCodes = joinCodes(status, name);
  if (status === 401 || status === 403) return new MailError("auth", errorCodes);
  if (status === 429 && !quotas.includes(name)) return new MailError("unreachable", errorCodes, retryAfterMs(headers));
  if (status >= 500 || status === 408 || name === "concurrent_idempotent_requests")
    return new MailError("unreachable", errorCodes);
  return new MailError("refused", errorCodes);
}

/** They ask for seconds or a date. The default is one second, and the maximum keeps an email from seeming lost. */
function retryAfterMs(headers: Headers): number {
  const header = headers.get("retry-after") ?? "1";
  const milliseconds = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Math.min(Math.max(milliseconds || 1000, 1000), 10 * 60_000);
}

const joinCodes = (...parts: unknown[]): string =>
  parts.filter((part) => /^\w+$/.test(String(part ?? ""))).join(" ") || "unknown";
