import { createTransport, type SendMailOptions } from "nodemailer";
import { propertiesOf } from "../thrown.ts";
import { type Addresses, type Letter, type Post, PostError } from "./post.ts";

/** nodemailer's own type does not yet know of `force`. */
type Transport = { sendMail(letter: SendMailOptions): Promise<unknown>; close(options: { force: boolean }): void };

/** However a mail server drags its feet: so long, and the letter is tried again later. Others are waiting behind it. */
const deadline = 60_000;

export function createSmtpPost(
  url: string,
  addresses: Addresses,
  pause: number,
  { patience = deadline, plaintext = false } = {},
): Post {
  const { hostname } = new URL(url);
  const options = {
    url,
    name: domainOf(addresses.from),
    // Neither a password nor a visitor's words cross a network in the clear, even if somebody strips the offer of TLS.
    requireTLS: !plaintext && !["localhost", "127.0.0.1", "[::1]"].includes(hostname),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    // A pool of one, for one letter: the one way of nodemailer's that can be closed in the middle of a conversation.
    pool: true,
    maxConnections: 1,
    maxRequeues: 0,
  } as const;

  async function post(letter: Letter): Promise<void> {
    const transport: Transport = createTransport(options);
    const sending = transport.sendMail(compose(letter, addresses));
    try {
      await within(patience, sending);
    } catch (error) {
      throw judge(error);
    } finally {
      // Also in the middle of a conversation, whose error nobody waits for any longer.
      sending.catch(() => {});
      transport.close({ force: true });
    }
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
        await post(rest);
      }
    },
  };
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(Object.assign(new Error(), { code: "EDEADLINE" })), milliseconds);
  try {
    await Promise.race([work, promise]);
  } finally {
    clearTimeout(timer);
  }
}

export function compose({ id, subject, text, html, replyTo }: Letter, { to, from }: Addresses): SendMailOptions {
  return {
    messageId: `<${id}@${domainOf(from)}>`,
    to,
    from,
    // As an object: in a string, nodemailer would read lists and groups of addresses.
    ...(replyTo && { replyTo: { ...replyTo, name: asWritten(replyTo.name) } }),
    subject: asWritten(subject),
    text,
    html,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** What a visitor has written like an encoded word is text, and no mail program must decode it to something else. */
const asWritten = (text: string): string => text.replaceAll("=?", "= ?");

const domainOf = (address: string): string => address.replace(/>$/, "").split("@").at(-1) ?? "localhost";

function judge(error: unknown): PostError {
  const { code, responseCode } = propertiesOf(error);
  const codes = [code, responseCode].filter((part) => /^\w+$/.test(String(part ?? ""))).join(" ");
  const refused = typeof responseCode === "number" && responseCode >= 500;
  return new PostError(code === "EAUTH" ? "auth" : refused ? "refused" : "away", codes || "unknown");
}
