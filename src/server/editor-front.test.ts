import { createServer, type RequestListener, request, type ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { sendRequest } from "../../tests/kit/http-request.ts";
import { patient } from "../../tests/kit/patience.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { closeNow, listen, routeListener } from "../http/http-server.ts";
import { createEditorFront } from "./editor-front.ts";
import { createRoutes } from "./routes.ts";

/** A front before an editor that answers as the test says, in a server that cuts off what stands still for 100 ms. */
async function openFront(answerAsEditor: RequestListener) {
  const editor = createServer(answerAsEditor);
  const socket = join(temporaryFolder(), "socket");
  await listen(editor, { path: socket });
  const session: { csrfToken: () => Promise<string | null> } = { csrfToken: async () => "token" };
  const logged: string[] = [];
  const answers: ServerResponse[] = [];
  const front = createEditorFront({
    guard: {
      isOwn: () => true,
      csrfTokenOf: () => session.csrfToken(),
      desk: "/desk",
    },
    editor: { open: async () => socket, abandon() {} },
    log: (event) => logged.push(event),
    sessionCheck: 20,
  });
  const routes = createRoutes({ log: () => {}, pages: () => new Response(), editor: front });
  const server = createServer(routeListener(routes.fetch));
  server.on("request", (_, outgoing) => answers.push(outgoing));
  server.setTimeout(100, (one) => one.destroy());
  const port = await listen(server, { port: 0, host: "127.0.0.1" });
  onTestFinished(() => {
    for (const one of [editor, server]) closeNow(one);
  });
  return { port, session, logged, answers };
}

test("the events of a window end with its session, but not while the store does not answer", async () => {
  const { port, session, logged, answers } = await openFront((_, response) => void response.write(": connected\n\n"));
  const closed: string[] = [];
  const window = request({ host: "127.0.0.1", port, path: "/edit/api/events" }, (response) => {
    response.resume().once("end", () => closed.push("ended"));
  }).end();
  onTestFinished(() => void window.destroy());
  await new Promise((opened) => window.once("response", opened));
  // Node warns of eleven, and the server has some of its own.
  expect(answers[0]?.listenerCount("close")).toBeLessThan(9);
  session.csrfToken = async () => {
    throw new Error("database is locked");
  };
  const save = await sendRequest({ port, path: "/edit/api/save", method: "POST", body: "{}" });
  expect([save.status, JSON.parse(save.text).message]).toEqual([
    503,
    "Whether you are signed in cannot be looked up just now. Your words are kept in this window.",
  ]);
  await pause(100);
  expect([closed, logged]).toEqual([[], ["fault"]]);
  session.csrfToken = async () => null;
  const message = "the events of a window whose owner has signed out are ended";
  await expect.poll(() => closed, { message, timeout: patient(5_000) }).toEqual(["ended"]);
});

test("an upload that takes longer than an idle connection may is answered", async () => {
  const { port } = await openFront((incoming, response) => {
    incoming.resume().once("end", () => setTimeout(() => response.end("decoded"), 300));
  });
  const headers = { "x-editor": "token" };
  const answer = await sendRequest({ port, path: "/edit/api/picture", method: "POST", headers, body: "photograph" });
  expect(answer).toMatchObject({ status: 200, text: "decoded" });
});
