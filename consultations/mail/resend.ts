import { propertiesOf } from "../thrown.ts";
import { type Addresses, type Letter, type Post, PostError } from "./post.ts";

export type ResendAccount = { url: string; key: string };

export const resendUrl = "https://api.resend.com";

// Neither clears by waiting a little: somebody has to look.
const quotas: unknown[] = ["daily_quota_exceeded", "monthly_quota_exceeded"];

/** Posts letters over Resend's HTTP interface, which forgets for a day no key it has seen: nothing is sent twice. */
export function createResendPost({ url, key }: ResendAccount, { to, from }: Addresses, pause: number): Post {
  async function post({ id, subject, text, html, replyTo }: Letter): Promise<void> {
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
          to: [to],
          subject,
          text,
          html,
          // The bare address: a name typed by a visitor could be read as further addresses.
          ...(replyTo && { reply_to: replyTo.address }),
          headers: { "X-Entity-Ref-ID": id },
        }),
        signal: AbortSignal.timeout(20_000),
      });
    } catch (error) {
      const { name, cause } = error instanceof Error ? error : {};
      throw new PostError("away", codes(propertiesOf(cause).code ?? name));
    }
    if (!response.ok) throw await judge(response);
    await response.body?.cancel();
  }

  return {
    pause,
    async send(letter) {
      try {
        await post(letter);
      } catch (error) {
        const refused = error instanceof PostError && error.kind === "refused";
        if (!refused || !letter.replyTo) throw error;
        // Perhaps it is the visitor's address that they do not like. It stands in the letter as well.
        const { replyTo, ...rest } = letter;
        await post({ ...rest, id: `${letter.id}/plain` });
      }
    },
  };
}

async function judge(response: Response): Promise<PostError> {
  const { status, headers } = response;
  const { name } = propertiesOf(await response.json().catch(() => null));
  const words = codes(status, name);
  if (status === 401 || status === 403) return new PostError("auth", words);
  if (status === 429 && !quotas.includes(name)) return new PostError("away", words, waitAskedFor(headers));
  if (status >= 500 || status === 408 || name === "concurrent_idempotent_requests") return new PostError("away", words);
  return new PostError("refused", words);
}

/** What they ask for, in seconds or as a date; a second where they do not say, and never so long as to seem lost. */
function waitAskedFor(headers: Headers): number {
  const asked = headers.get("retry-after") ?? "1";
  const milliseconds = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - Date.now();
  return Math.min(Math.max(milliseconds || 1000, 1000), 10 * 60_000);
}

const codes = (...parts: unknown[]): string =>
  parts.filter((part) => /^\w+$/.test(String(part ?? ""))).join(" ") || "unknown";
