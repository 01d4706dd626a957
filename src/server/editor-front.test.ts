import { createServer, type RequestListener, request } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { sendRequest } from "../../tests/kit/http-request.ts";
import { patient } from "../../tests/kit/patience.ts";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { closeNow, listen, routeListener } from "../http/http-server.ts";
import { createEditorFront, isOwnRequest } from "./editor-front.ts";
import { createRoutes } from "./routes.ts";

/** A front before an editor that answers as the test says, in a server that cuts off what stands still for 100 ms. */
async function openFront(answerAsEditor: RequestListener) {
  const editor = createServer(answerAsEditor);
  const socket = join(temporaryFolder(), "socket");
  await listen(editor, { path: socket });
  const session: { csrfToken: () => Promise<string | null> } = { csrfToken: async () => "token" };
  const logged: string[] = [];
  const front = createEditorFront({
    siteUrl: null,
    csrfTokenOf: () => session.csrfToken(),
    editor: { open: async () => socket, abandon() {} },
    log: (event) => logged.push(event),
    sessionCheck: 20,
  });
  const routes = createRoutes({ log: () => {}, pages: () => new Response(), editor: front });
  const server = createServer(routeListener(routes.fetch));
  server.setTimeout(100, (one) => one.destroy());
  const port = await listen(server, { port: 0, host: "127.0.0.1" });
  onTestFinished(() => [editor, server].forEach(closeNow));
  return { port, session, logged };
}

test("the events of a window end with its session, but not while the store does not answer", async () => {
  const { port, session, logged } = await openFront((_, response) => void response.write(": connected\n\n"));
  const closed: string[] = [];
  const window = request({ host: "127.0.0.1", port, path: "/edit/api/events" }, (response) => {
    response.resume().once("end", () => closed.push("ended"));
  }).end();
  onTestFinished(() => void window.destroy());
  await new Promise((opened) => window.once("response", opened));
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

const [local, hosted] = [null, "https://www.studio.example"];
const [here, site, evil] = ["localhost:3020", "www.studio.example", "evil.example"];

test.each([
  ["its own page", local, { host: here, origin: `http://${here}`, "sec-fetch-site": "same-origin" }, true],
  ["a typed address", local, { host: "127.0.0.1:3020", "sec-fetch-site": "none" }, true],
  ["a foreign host name", local, { host: `${evil}:3020`, origin: `http://${evil}:3020` }, false],
  ["a host name that begins with localhost", local, { host: `localhost.${evil}` }, false],
  ["a page of another site", local, { host: here, origin: `https://${evil}` }, false],
  ["a picture on a page of another site", local, { host: here, "sec-fetch-site": "cross-site" }, false],
  ["another port of this machine", local, { host: here, "sec-fetch-site": "same-site" }, false],
  ["an opaque origin", local, { host: here, origin: "null" }, false],
  ["its own page", hosted, { host: site, origin: `https://${site}`, "sec-fetch-site": "same-origin" }, true],
  ["the loopback address", hosted, { host: here }, false],
  ["a foreign host name", hosted, { host: evil, origin: `https://${evil}` }, false],
  ["a page of another site", hosted, { host: site, origin: `https://${evil}` }, false],
  ["a page of a sibling site", hosted, { host: site, "sec-fetch-site": "same-site" }, false],
  ["the site without encryption", hosted, { host: site, origin: `http://${site}` }, false],
])("%s is known for what it is", (_, siteUrl, headers, isOwn) => {
  const request = new Request(`http://${headers.host}/edit/`, { headers: new Headers(Object.entries(headers)) });
  expect(isOwnRequest(request, siteUrl)).toBe(isOwn);
});
