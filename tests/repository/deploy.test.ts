import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { join, matchesGlob } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { closeNow, listen } from "../../src/http/http-server.ts";
import { freePort } from "../kit/free-port.ts";
import { type HttpRequest, sendRequest } from "../kit/http-request.ts";
import { needs } from "../kit/needs.ts";
import { needsNginx, startDeployedNginx, studioHost } from "../kit/nginx.ts";
import { patient } from "../kit/patience.ts";
import { findProgram } from "../kit/programs.ts";
import { spawnServer } from "../kit/spawn-server.ts";
import { temporaryFolder } from "../kit/temporary-folder.ts";

const readDeployFile = (file: string) => readFileSync(join("deploy", file), "utf8");

test("the systemd unit starts an existing file, on the port of its socket and of the proxies", () => {
  const [, folder = "", program = "", script = ""] =
    /^WorkingDirectory=(\S+)\nExecStart=\1\/(\S+) (\S+)$/m.exec(readDeployFile("studio.service")) ?? [];
  expect(folder).toBe("/srv/studio");
  for (const file of [program, script]) expect(existsSync(file), file).toBe(true);
  const [, address = ""] = /^ListenStream=(\S+)$/m.exec(readDeployFile("studio.socket")) ?? [];
  expect(readDeployFile("nginx.conf")).toContain(`proxy_pass http://${address};`);
  expect(readDeployFile("Caddyfile")).toContain(`reverse_proxy ${address} {`);
  expect(readDeployFile("nginx-static.conf")).toContain(`root ${folder}/build/current/client;`);
});

test("systemd accepts the units", needs("systemd", findProgram("systemd-analyze") !== undefined), () => {
  const folder = temporaryFolder();
  const units = ["studio.service", "studio.socket"];
  // The project's own folder may have a space in its name, which a unit would have to quote.
  const program = join(folder, "node");
  symlinkSync(process.execPath, program);
  for (const unit of units) {
    // The server's own folder is not there. What the editor needs is added as its file would add it.
    const text = readDeployFile(unit).replace("/srv/studio/node_modules/.bin/node", program);
    const added = unit.endsWith(".service") ? readDeployFile("studio-edit.conf") : "";
    writeFileSync(join(folder, unit), text.replace("[Install]", `${added}[Install]`));
  }
  const { status, stderr } = spawnSync("systemd-analyze", ["verify", ...units], { cwd: folder, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});

test("the image gets all that it builds and runs, nothing secret and nothing that this machine made", () => {
  const ignored = readFileSync(".dockerignore", "utf8").split("\n").filter(Boolean);
  const isIgnored = (file: string) => ignored.some((pattern) => matchesGlob(file, pattern));
  const needed = ["src/server/main.ts", "commands/requests.ts", "content/studio.yaml", "supabase", "package-lock.json"];
  expect(needed.filter(isIgnored)).toEqual([]);
  const kept = [
    ".env",
    ".env.production",
    ".git",
    "data",
    "node_modules",
    "tools/bench/node_modules",
    "build",
    ".cache",
  ];
  expect(kept.filter((name) => !isIgnored(name))).toEqual([]);
});

const ask = (request: HttpRequest & { host?: string }) =>
  sendRequest({ ...request, headers: { host: request.host ?? studioHost, ...request.headers } });

const readLogs = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".log"))
    .map((name) => `${name}: ${readFileSync(join(folder, name), "utf8")}`)
    .join("\n");

/** Links to the desk, which no log may contain, whether the server answers or is down. */
const keys = [
  "/desk/in/SECRETTOKEN",
  "/desk/r/K7QF3M2P.SECRETTOKEN",
  "//desk/in/SECRETTOKEN",
  "/%64esk/in/SECRETTOKEN",
];

test("nginx logs what was asked, but no link to the desk and no visitor's address", needsNginx, async () => {
  const severalPorts = [await freePort(), await freePort(), await freePort()];
  const { ports, folder, stop } = await startDeployedNginx({ project: ".", severalPorts });
  onTestFinished(stop);
  for (const path of keys) {
    expect((await ask({ port: ports.plain, path })).status, path).toBe(301);
    expect((await ask({ port: ports.proxy, path, host: "studio.example" })).status, path).toBe(301);
    expect((await ask({ port: ports.proxy, path })).status, path).toBe(502);
  }
  await ask({ port: ports.proxy, path: "/an-ordinary-page?from=SECRETTOKEN" });
  await vi.waitFor(() => expect(readLogs(folder)).toMatch(/access\.log: .*GET "\/an-ordinary-page"/s), patient(20_000));
  const accessLog = readFileSync(join(folder, "access.log"), "utf8");
  expect(accessLog).not.toContain("SECRETTOKEN");
  expect(accessLog, "the address of a visitor").not.toContain("127.0.0.1 ");
  expect(readLogs(folder)).not.toMatch(/desk\S*SECRETTOKEN/i);
});

test("Caddy logs no link to the desk", needs("caddy", findProgram("caddy") !== undefined), async () => {
  const folder = temporaryFolder();
  const [port, nowhere] = [await freePort(), await freePort()];
  const config = readDeployFile("Caddyfile")
    .replace("{\n", "{\n\tadmin off\n\tauto_https off\n")
    .replace("www.studio.example {", `http://www.studio.example:${port} {`)
    .replace(/^studio\.example \{/m, `http://studio.example:${port} {`)
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${nowhere}`);
  writeFileSync(join(folder, "Caddyfile"), config);
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const command = ["caddy", "run", "--config", join(folder, "Caddyfile")];
  const caddy = spawnServer(command, { env }, /(serving initial config)/);
  onTestFinished(() => caddy.terminate());
  await caddy.ready();
  for (const path of keys) expect((await ask({ port, path })).status, path).toBe(502);
  const errors = () => caddy.output().match(/connection refused/g)?.length;
  await vi.waitFor(() => expect(errors()).toBeGreaterThanOrEqual(keys.length), patient(20_000));
  expect(caddy.output()).not.toContain("SECRETTOKEN");
});

test("nginx passes what strangers send to the editor on at once, and stores none of it", needsNginx, async () => {
  const server = createServer((incoming, response) => {
    // A connection that is closed with bytes unread is reset, and nginx would see no answer.
    incoming.resume();
    response.writeHead(401).end();
  });
  const serverPort = await listen(server, { port: 0, host: "127.0.0.1" });
  onTestFinished(() => closeNow(server));
  const nginx = await startDeployedNginx({ project: ".", serverPort });
  onTestFinished(nginx.stop);
  const headers = { host: studioHost, "content-length": 41_000_000 };
  const sent = request({ port: nginx.ports.proxy, path: "/edit/api/picture", method: "POST", headers });
  sent.on("error", () => {});
  onTestFinished(() => void sent.destroy());
  // Most of the body is never sent, so an nginx that stores it first would not answer.
  sent.write(Buffer.alloc(100_000));
  const [answer] = await once(sent, "response");
  expect(answer.statusCode).toBe(401);
});
