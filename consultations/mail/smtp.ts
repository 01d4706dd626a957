import { createTransport, type SendMailOptions } from "nodemailer";
import { propertiesOf } from "../thrown.ts";
import { type Addresses, type Letter, type Post, PostError } from "./post.ts";

export function createSmtpPost(url: string, addresses: Addresses, pause: number, plaintext = false): Post {
  const { hostname } = new URL(url);
  const transport = createTransport({
    url,
    name: domainOf(addresses.from),
    // Neither a password nor a visitor's words cross a network in the clear, even if somebody strips the offer of TLS.
    requireTLS: !plaintext && !["localhost", "127.0.0.1", "[::1]"].includes(hostname),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  });
  return {
    pause,
    async send(letter) {
      try {
        await transport.sendMail(compose(letter, addresses));
      } catch (error) {
        throw judge(error);
      }
    },
  };
}

export function compose({ id, subject, text, html, replyTo }: Letter, { to, from }: Addresses): SendMailOptions {
  return {
    messageId: `<${id}@${domainOf(from)}>`,
    to,
    from,
    // As an object: in a string, nodemailer would read lists and groups of addresses.
    ...(replyTo && { replyTo }),
    subject,
    text,
    html,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const domainOf = (address: string): string => address.replace(/>$/, "").split("@").at(-1) ?? "localhost";

function judge(error: unknown): PostError {
  const { code, responseCode } = propertiesOf(error);
  const codes = [code, responseCode].filter((part) => /^\w+$/.test(String(part ?? ""))).join(" ");
  const refused = typeof responseCode === "number" && responseCode >= 500;
  return new PostError(code === "EAUTH" ? "auth" : refused ? "refused" : "away", codes || "unknown");
}
