import { get } from "node:http";
import { expect, it, onTestFinished, vi } from "vitest";
import { sendRequest } from "../../tests/kit/http-request.ts";
import { closeNow, createHttpServer, listen, routeListener } from "./http-server.ts";

it("A fault is logged, an interrupted download is not read on, and the server goes on", async () => {
  const lines: unknown[] = [];
  const cancel = vi.fn();
  const download = () => {
    const rows = { pull: (controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(65_536)) };
    return new Response(new ReadableStream({ ...rows, cancel }));
  };
  const route = routeListener(() => download());
  const server = createHttpServer(
    (event, details = {}) => void lines.push({ event, ...details }),
    (incoming, outgoing) => {
      if (incoming.url === "/broken") throw new Error("broken");
      if (incoming.url === "/late") return Promise.reject(new Error("late"));
      return incoming.url === "/" ? outgoing.end("a page") : route(incoming, outgoing);
    },
  );
  const port = await listen(server, { port: 0, host: "127.0.0.1" });
  onTestFinished(() => closeNow(server));
  const status = async (path: string) => (await sendRequest({ port, path })).status;
  expect([await status("/broken"), await status("/late")]).toEqual([500, 500]);
  get({ port, path: "/export" }, (response) => response.once("data", () => response.destroy())).on("error", () => {});
  await vi.waitFor(() => expect(cancel).toHaveBeenCalled(), 20_000);
  expect(lines).toMatchObject([
    { event: "fault", message: "broken" },
    { event: "fault", message: "late" },
  ]);
  expect(await status("/")).toBe(200);
});

it("A large body that nobody reads is answered, of an unknown method too, and an answer without a body has a length", async () => {
  const route = routeListener(() => new Response(null, { status: 405 }));
  const server = createHttpServer(() => {}, route);
  const port = await listen(server, { port: 0, host: "127.0.0.1" });
  onTestFinished(() => closeNow(server));
  for (const [method, status] of Object.entries({ POST: 405, PUT: 405, PROPFIND: 405, BREW: 400 }))
    expect(await sendRequest({ port, method, body: "x".repeat(3_000_000) })).toMatchObject({
      status,
      headers: { "content-length": "0" },
    });
});
