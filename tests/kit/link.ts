import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/**
 * An address in front of a server, as a network is one: it can lead elsewhere, be cut, and take its time. What is
 * underway when it is cut never arrives.
 */
export async function startLink(target: () => number | null, delayMs = 0) {
  const pairs = new Set<() => void>();
  const pass = (from: Socket, to: Socket) => {
    from.on("data", (chunk) => {
      const forward = () => to.writable && to.write(chunk);
      if (delayMs) setTimeout(forward, delayMs);
      else if (!forward()) {
        from.pause();
        to.once("drain", () => from.resume());
      }
    });
  };
  const server = createServer((near) => {
    near.on("error", () => {}).setNoDelay();
    const port = target();
    if (port === null) return void near.destroy();
    const far = connect(port, "127.0.0.1")
      .on("error", () => {})
      .setNoDelay();
    const cut = () => {
      near.destroy();
      far.destroy();
      pairs.delete(cut);
    };
    pairs.add(cut);
    near.on("close", cut);
    far.on("close", cut);
    pass(near, far);
    pass(far, near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const cut = (isChosen: () => boolean = () => true) => {
    for (const end of [...pairs].filter(isChosen)) end();
  };
  return {
    port: typeof address === "object" && address ? address.port : 0,
    /** Ends the connections that are chosen, all of them by default. */
    cut,
    async close() {
      server.close();
      cut();
      await once(server, "close");
    },
  };
}
