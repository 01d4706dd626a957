import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../tests/kit/temporary-folder.ts";
import { closeNow, listen } from "./http-server.ts";
import { openLocalKey } from "./local-key.ts";

function openKey() {
  const folder = temporaryFolder();
  const file = join(folder, "data/key");
  return { file, key: openLocalKey(file, "desk") };
}

async function serve() {
  const { key } = openKey();
  const server = createServer((request, response) => {
    const url = new URL(`http://localhost${request.url}`);
    if (key.admits(request)) response.end("the requests");
    else key.refuse(request, response, url);
  });
  const port = await listen(server, { port: 0, host: "127.0.0.1" });
  onTestFinished(() => closeNow(server));
  const ask = (path: string, cookie = "") =>
    fetch(`http://localhost:${port}${path}`, { redirect: "manual", headers: { cookie } });
  return { key, port, ask };
}

it("Another user of the machine, who has no key, gets 403", async () => {
  const { key, port, ask } = await serve();
  for (const path of ["/desk", "/desk?key=", `/desk${key.query.slice(0, -1)}`, `/desk?key=${"0".repeat(64)}`]) {
    const response = await ask(path);
    expect(response.status, path).toBe(403);
    expect(await response.text()).toContain("npm run desk");
  }
  expect((await ask("/desk", `desk-${port}=guessed`)).status).toBe(403);
  expect((await ask("/desk", `desk-${port}=`)).status).toBe(403);
});

it("The printed address gives the browser a cookie, and leaves the key out of the address", async () => {
  const { key, ask } = await serve();
  const response = await ask(`/desk${key.query}`);
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(await response.text()).toMatch(/content="0;url=\/desk">/);
  const cookie = response.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/^desk-\d+=[\da-f]{64}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=\d+$/);
  expect(await (await ask("/desk", cookie.split(";")[0])).text()).toBe("the requests");
});

it("Only its owner can read the key, which stays the same across a restart", () => {
  const { file, key } = openKey();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(openLocalKey(file, "edit").query).toBe(key.query);
  writeFileSync(file, "damaged");
  expect(openLocalKey(file, "edit").query).toBe(`?key=${readFileSync(file, "utf8")}`);
});
