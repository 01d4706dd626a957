import { get } from "node:http";
import { expect, it, onTestFinished, vi } from "vitest";
import { sendRequest } from "../../tests/kit/http-request.ts";
import { closeNow, createHttpServer, listen } from "./http-server.ts";
import { sendWebResponse } from "./web-request.ts";

it("A fault or an interrupted download is logged, and the server goes on", async () => {
  const lines: unknown[] = [];
  const download = () => {
    const headers = { "content-disposition": "attachment" };
    const rows = { pull: (controller: ReadableStreamDefaultController) => controller.enqueue(new Uint8Array(65_536)) };
    return new Response(new ReadableStream(rows), { headers });
  };
  const log = (event: string, details = {}) => void lines.push({ event, ...details });
  const server = createHttpServer(log, (incoming, outgoing) => {
    if (incoming.url === "/broken") throw new Error("broken");
    if (incoming.url === "/late") return Promise.reject(new Error("late"));
    return sendWebResponse(incoming.url === "/" ? new Response("a page") : download(), incoming, outgoing);
  });
  const port = await listen(server, { port: 0, host: "127.0.0.1" });
  onTestFinished(() => closeNow(server));
  const status = async (path: string) => (await sendRequest({ port, path })).status;
  expect([await status("/broken"), await status("/late")]).toEqual([500, 500]);
  get({ port, path: "/export" }, (response) => response.once("data", () => response.destroy())).on("error", () => {});
  await vi.waitFor(() => expect(lines).toHaveLength(3), 20_000);
  expect(lines).toMatchObject([
    { event: "fault", message: "broken" },
    { event: "fault", message: "late" },
    { event: "fault", error: "Error ERR_STREAM_PREMATURE_CLOSE" },
  ]);
  expect(await status("/")).toBe(200);
});
