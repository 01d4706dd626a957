import type { SendMailOptions } from "nodemailer";
import { errorProperties } from "../../log/errors.ts";
import { isLoopbackHost } from "../../settings/site-address.ts";
import { automaticReply, type Email, type MailAddresses, MailError, type Mailer, sendOrDropReplyTo } from "./mailer.ts";

/** nodemailer's own type does not yet know of `force`. */
type Transport = { sendMail(email: SendMailOptions): Promise<unknown>; close(options: { force: boolean }): void };

/** After this time a slow mail server is given up and the email is retried later, because others wait behind it. */
const sendTimeout = 60_000;

export function createSmtpMailer(
  url: string,
  addresses: MailAddresses,
  pause: number,
  { patience = sendTimeout, plaintext = false } = {},
): Mailer {
  // It is loaded beside the start. Later might be too late: an upgrade replaces the packages of a running server.
  const library = import("nodemailer");
  const { hostname } = new URL(url);
  const options = {
    url,
    name: addressDomain(addresses.from),
    // Passwords and visitors' texts never cross a network unencrypted, even if somebody strips the offer of TLS.
    requireTLS: !plaintext && !isLoopbackHost(hostname),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // A pool of one connection for one email, because only a pool can be closed in the middle of an SMTP conversation.
    pool: true,
    maxConnections: 1,
    maxRequeues: 0,
  } as const;

  async function sendOnce(email: Email): Promise<void> {
    const { createTransport } = await library;
    const transport: Transport = createTransport(options);
    const sending = transport.sendMail(toMailOptions(email, addresses));
    try {
      await withTimeout(patience, sending);
    } catch (error) {
      throw toMailError(error);
    } finally {
      // This may end a conversation early, whose error nobody waits for any longer.
      sending.catch(() => {});
      transport.close({ force: true });
    }
  }

  return { pause, send: (email) => sendOrDropReplyTo(email, sendOnce) };
}

async function withTimeout(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(Object.assign(new Error(), { code: "EDEADLINE" })), milliseconds);
  try {
    await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

export function toMailOptions(
  { id, subject, text, html, replyTo, visitor }: Email,
  { to, from }: MailAddresses,
): SendMailOptions {
  return {
    messageId: `<${id}@${addressDomain(from)}>`,
    // Objects, because nodemailer would read lists and groups of addresses in a string.
    to: visitor ? { name: "", address: visitor } : to,
    from,
    ...(visitor && { replyTo: to, headers: automaticReply }),
    ...(replyTo && { replyTo: { ...replyTo, name: escapeEncodedWords(replyTo.name) } }),
    subject: escapeEncodedWords(subject),
    text,
    html,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** A visitor's text that looks like an encoded word is plain text, and no mail program may decode it. */
const escapeEncodedWords = (text: string): string => text.replaceAll("=?", "= ?");

const addressDomain = (address: string): string => address.replace(/>$/, "").split("@").at(-1) ?? "localhost";

function toMailError(error: unknown): MailError {
  const { code, responseCode } = errorProperties(error);
  const codes = [code, responseCode].filter((part) => /^\w+$/.test(String(part ?? ""))).join(" ");
  const refused = typeof responseCode === "number" && responseCode >= 500;
  return new MailError(code === "EAUTH" ? "auth" : refused ? "refused" : "unreachable", codes || "unknown");
}
