import { createServer, type Socket } from "node:net";
import { listen } from "../../src/http/http-server.ts";

/** The stage of the conversation at which a relay misbehaves; "message" is after the final dot. */
export type Stage = "greeting" | "EHLO" | "STARTTLS" | "MAIL" | "RCPT" | "DATA" | "message";
/** A status code, silence or a lost connection. "keep" accepts the email first. */
export type Misbehaviour = number | "hang" | "drop" | "garbage" | "reset" | "keep and drop" | "keep and hang";
export type RelayBehaviour = { stage: Stage; action: Misbehaviour } | null;

/** Starts an SMTP relay on the loopback that misbehaves as told. */
export async function startRelay(behaviour: () => RelayBehaviour = () => null, port = 0) {
  const received: string[] = [];
  const unconfirmed: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;

  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on("error", () => {}).on("close", () => sockets.delete(socket));
    const chosen = behaviour();
    let buffer = "";
    let inMessage = false;

    /** Returns true when no further reply is needed. */
    function misbehaves(stage: Stage, storeMessage = () => {}): boolean {
      if (chosen?.stage !== stage) return false;
      const { action } = chosen;
      if (action === "keep and drop" || action === "keep and hang") storeMessage();
      if (action === "drop" || action === "keep and drop") socket.destroy();
      else if (action === "reset") socket.resetAndDestroy();
      else if (action === "garbage") socket.write("\u0000\u00ff what?\r\n");
      else if (typeof action === "number") socket.write(`${action} not now\r\n`);
      return true;
    }
    function reply(stage: Stage, words: string): void {
      if (!misbehaves(stage)) socket.write(`${words}\r\n`);
    }
    function answer(line: string): void {
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === "EHLO") reply("EHLO", chosen?.stage === "STARTTLS" ? "250-relay\r\n250 STARTTLS" : "250 relay");
      else if (verb === "STAR") reply("STARTTLS", "220 go on");
      else if (verb === "MAIL" || verb === "RCPT") reply(verb, "250 ok");
      else if (verb === "DATA") {
        inMessage = chosen?.stage !== "DATA";
        reply("DATA", "354 go on");
      } else if (verb === "QUIT") socket.end("221 bye\r\n");
      else socket.write("250 ok\r\n");
    }
    function acceptMessage(message: string): void {
      const id = /^message-id: <(.+)@/im.exec(message)?.[1] ?? "";
      const keep = () => void received.push(id);
      const keepSilently = () => {
        unconfirmed.push(id);
        keep();
      };
      if (misbehaves("message", keepSilently)) return;
      keep();
      socket.write("250 taken\r\n");
    }
    socket.setEncoding("utf8").on("data", (chunk) => {
      buffer += chunk;
      for (;;) {
        const end = buffer.indexOf(inMessage ? "\r\n.\r\n" : "\r\n");
        if (end < 0) return;
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + (inMessage ? 5 : 2));
        if (inMessage) {
          inMessage = false;
          acceptMessage(line);
        } else answer(line);
      }
    });
    reply("greeting", "220 relay");
  });
  server.on("error", () => {});
  const boundPort = await listen(server, { port, host: "127.0.0.1" });
  return {
    port: boundPort,
    url: `smtp://127.0.0.1:${boundPort}`,
    /** The Message-IDs in the order of arrival, with duplicates. */
    received,
    /** Those that were accepted without a word, so that the sender has to send them again. */
    unconfirmed,
    /** Once every conversation has ended, also those whose sender was killed, all that was sent is here. */
    isQuiet: () => sockets.size === 0,
    connections: () => connections,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
