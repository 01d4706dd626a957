import { createServer, type Socket } from "node:net";

/** Where in the conversation a relay misbehaves; "letter" is after the final dot. */
export type Stage = "greeting" | "EHLO" | "STARTTLS" | "MAIL" | "RCPT" | "DATA" | "letter";
/** An answer of its own choice, silence, hanging up; "stutter" is a line that never ends; "keep" takes the letter first. */
export type Deed = number | "hang" | "drop" | "garbage" | "stutter" | "reset" | "keep and drop" | "keep and hang";
export type Manner = { stage: Stage; deed: Deed } | null;

/** A real SMTP conversation on the loopback, as fast as the machine allows, with the manners that are asked for. */
export async function startRelay(manner: () => Manner = () => null, port = 0) {
  const received: string[] = [];
  const sockets = new Set<Socket>();
  let conversations = 0;

  const server = createServer((socket) => {
    conversations++;
    sockets.add(socket);
    const timers: NodeJS.Timeout[] = [];
    socket
      .on("error", () => {})
      .on("close", () => {
        sockets.delete(socket);
        for (const timer of timers) clearInterval(timer);
      });
    const chosen = manner();
    let heard = "";
    let isLetter = false;

    /** True when nothing more is to be said. */
    function misbehaves(stage: Stage, keep = () => {}): boolean {
      if (chosen?.stage !== stage) return false;
      const { deed } = chosen;
      if (deed === "keep and drop" || deed === "keep and hang") keep();
      if (deed === "drop" || deed === "keep and drop") socket.destroy();
      else if (deed === "reset") socket.resetAndDestroy();
      else if (deed === "stutter") timers.push(setInterval(() => socket.write("250-still here\r\n"), 1_000));
      else if (deed === "garbage") socket.write("\u0000\u00ff what?\r\n");
      else if (typeof deed === "number") socket.write(`${deed} not now\r\n`);
      return true;
    }
    function say(stage: Stage, words: string): void {
      if (!misbehaves(stage)) socket.write(`${words}\r\n`);
    }
    function answer(line: string): void {
      const verb = line.slice(0, 4).toUpperCase();
      if (verb === "EHLO") say("EHLO", chosen?.stage === "STARTTLS" ? "250-relay\r\n250 STARTTLS" : "250 relay");
      else if (verb === "STAR") say("STARTTLS", "220 go on");
      else if (verb === "MAIL" || verb === "RCPT") say(verb, "250 ok");
      else if (verb === "DATA") {
        isLetter = chosen?.stage !== "DATA";
        say("DATA", "354 go on");
      } else if (verb === "QUIT") socket.end("221 bye\r\n");
      else socket.write("250 ok\r\n");
    }
    function take(letter: string): void {
      const keep = () => void received.push(/^message-id: <(.+)@/im.exec(letter)?.[1] ?? "");
      if (misbehaves("letter", keep)) return;
      keep();
      socket.write("250 taken\r\n");
    }
    socket.setEncoding("utf8").on("data", (chunk) => {
      heard += chunk;
      for (;;) {
        const end = heard.indexOf(isLetter ? "\r\n.\r\n" : "\r\n");
        if (end < 0) return;
        const said = heard.slice(0, end);
        heard = heard.slice(end + (isLetter ? 5 : 2));
        if (isLetter) {
          isLetter = false;
          take(said);
        } else answer(said);
      }
    });
    say("greeting", "220 relay");
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.address();
  const own = typeof address === "object" && address ? address.port : 0;
  return {
    port: own,
    url: `smtp://127.0.0.1:${own}`,
    /** Message-IDs in the order of arrival, repeats included. */
    received,
    conversations: () => conversations,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
