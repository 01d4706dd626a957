import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { listen } from "../../src/http/http-server.ts";

type ReceivedEmail = { id: string; from: string; recipients: string[]; headers: string[]; raw: string };

/** What the server does with a letter: take it, refuse it with a code, or hang up before or after the final dot. */
export type SmtpBehaviour = "accept" | number | "drop before" | "drop after";

/** A mail server for tests: a real SMTP conversation on the loopback, that behaves as a test asks. */
export async function startSmtpServer(
  behaviour: (copy: number, email: ReceivedEmail) => SmtpBehaviour = () => "accept",
  options: { password?: string } = {},
) {
  const received: ReceivedEmail[] = [];
  const sockets = new Map<number, { destroy(): void }>();

  const decide = (email: ReceivedEmail) => behaviour(received.filter(({ id }) => id === email.id).length + 1, email);
  const hangUp = ({ remotePort }: SMTPServerSession) => sockets.get(remotePort)?.destroy();

  const server = new SMTPServer({
    disabledCommands: options.password ? ["STARTTLS"] : ["STARTTLS", "AUTH"],
    authOptional: !options.password,
    closeTimeout: 10,
    disableReverseLookup: true,
    onAuth: ({ password }, _, callback) =>
      password === options.password ? callback(null, { user: "studio" }) : callback(new Error("Wrong password")),
    async onData(stream, session, callback) {
      let raw = "";
      let decision: SmtpBehaviour | undefined;
      try {
        for await (const chunk of stream) {
          raw += chunk;
          decision ??= decide(parseEmail(raw, session));
          if (decision === "drop before") return hangUp(session);
        }
      } catch {
        return;
      }
      const email = parseEmail(raw, session);
      if (typeof decision === "number") {
        const refusal = `<${email.recipients}> is not wanted here`;
        return callback(Object.assign(new Error(refusal), { responseCode: decision }));
      }
      received.push(email);
      if (decision === "drop after") return hangUp(session);
      callback();
    },
  });
  server.on("error", () => {});
  server.server.on("connection", (socket) => sockets.set(socket.remotePort ?? 0, socket));
  const port = await listen(server.server, { port: 0, host: "127.0.0.1" });
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** Message-IDs in the order of arrival, repeats included. */
    ids: () => received.map(({ id }) => id),
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** The text of an email as it went over the wire, as far as links are concerned. */
export const decodeQuotedPrintable = (raw: string): string => raw.replaceAll("=\r\n", "").replaceAll("=3D", "=");

function parseEmail(raw: string, session: SMTPServerSession): ReceivedEmail {
  const [head = ""] = raw.split("\r\n\r\n", 1);
  const headers = head.replaceAll(/\r\n[ \t]+/g, " ").split("\r\n");
  const id = headers.find((header) => /^message-id:/i.test(header))?.match(/<(.+)@/)?.[1] ?? "";
  const { mailFrom, rcptTo } = session.envelope;
  return { id, from: mailFrom ? mailFrom.address : "", recipients: rcptTo.map(({ address }) => address), headers, raw };
}
