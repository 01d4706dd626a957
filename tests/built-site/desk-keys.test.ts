import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { studioHost } from "../kit/deployed-nginx.ts";
import { freePort } from "../kit/free-port.ts";
import { type HttpRequest, sendRequest } from "../kit/http-request.ts";
import { needs } from "../kit/needs.ts";
import { needsNginx, startNginx } from "../kit/nginx.ts";
import { patient } from "../kit/patience.ts";
import { temporaryFolder } from "../kit/temporary-folder.ts";

/** With the documented proxy settings no log may contain a link to the desk, whether the server answers or is down. */

const has = (program: string, flag: string) => spawnSync(program, [flag]).error === undefined;
const read = (file: string) => readFileSync(join("deploy", file), "utf8");

function newFolder() {
  const folder = temporaryFolder();
  return folder;
}

function stopAfterwards(child: ChildProcess) {
  const ended = new Promise((done) => child.once("exit", done));
  onTestFinished(async () => {
    if (child.exitCode === null && child.kill()) await ended;
  });
}

const ask = (request: HttpRequest & { host?: string }) =>
  sendRequest({ ...request, headers: { host: request.host ?? studioHost, ...request.headers } });

const answering = (port: number) =>
  vi.waitFor(async () => expect((await ask({ port })).status).toBeGreaterThan(0), { timeout: 20_000, interval: 100 });

/** Reads every file in a folder. */
const written = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".log"))
    .map((name) => `${name}: ${readFileSync(join(folder, name), "utf8")}`)
    .join("\n");

const keys = [
  "/desk/in/SECRETTOKEN",
  "/desk/r/K7QF3M2P.SECRETTOKEN",
  "//desk/in/SECRETTOKEN",
  "/./desk/in/SECRETTOKEN",
  "/%64esk/in/SECRETTOKEN",
  "/DESK/in/SECRETTOKEN",
];

test("nginx logs what was asked, but no link to the desk and no visitor's address", needsNginx, async () => {
  const [plain, secure, nowhere] = [await freePort(), await freePort(), await freePort()];
  const config = read("nginx.conf")
    .replace(/^ *(ssl_certificate|listen \[::\]).*$/gm, "")
    .replaceAll("listen 80;", `listen 127.0.0.1:${plain};`)
    .replaceAll("listen 443 ssl http2;", `listen 127.0.0.1:${secure};`)
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${nowhere}`);
  const { folder, stop } = await startNginx(config, secure);
  onTestFinished(stop);
  for (const path of keys) {
    expect((await ask({ port: plain, path })).status, path).toBe(301);
    expect((await ask({ port: secure, path, host: "studio.example" })).status, path).toBe(301);
    expect((await ask({ port: secure, path })).status, path).toBe(502);
  }
  await ask({ port: secure, path: "/an-ordinary-page?from=SECRETTOKEN" });
  await vi.waitFor(() => expect(written(folder)).toMatch(/access\.log: .*GET "\/an-ordinary-page"/s), patient(20_000));
  expect(written(folder)).toMatch(/error\.log: .*connect\(\) failed.*GET \/an-ordinary-page/s);
  const accessLog = readFileSync(join(folder, "access.log"), "utf8");
  expect(accessLog).not.toContain("SECRETTOKEN");
  expect(written(folder)).not.toMatch(/desk\S*SECRETTOKEN/i);
  expect(accessLog, "the address of a visitor").not.toContain("127.0.0.1 ");
});

test("nginx counts an IPv6 network as one client, however it is written", needsNginx, async () => {
  const port = await freePort();
  const map = /^map \$binary_remote_addr \$client \{.*?^\}/ms.exec(read("nginx.conf"))?.[0];
  const server = `server { listen 127.0.0.1:${port}; set_real_ip_from 127.0.0.1; real_ip_header X-Test; return 200 $client; }`;
  const { stop } = await startNginx(`${map}\n${server}`, port);
  onTestFinished(stop);
  const client = async (address: string) => (await ask({ port, headers: { "x-test": address } })).bytes.toString("hex");
  const network = await client("2001:db8::1");
  expect(network).toBe("20010db800000000");
  for (const same of ["2001:db8::2", "2001:db8:0:0:5:6:7:8", "2001:db8::a:0:0:0", "2001:db8:0:0:0a0a:0:0:0a0a"]) {
    expect(await client(same), same).toBe(network);
  }
  for (const other of ["2001:db8:0:1::1", "2001:db8:1::1", "2001::5:1:2:3:4", "::1"]) {
    expect(await client(other), other).not.toBe(network);
  }
  expect(await client("2001::5:1:2:3:4")).toBe(await client("2001:0:0:5::9"));
  expect(await client("198.51.100.7")).toBe("c6336407");
});

test("Caddy logs no link to the desk", needs("caddy", has("caddy", "version")), async () => {
  const folder = newFolder();
  const [port, nowhere] = [await freePort(), await freePort()];
  const config = read("Caddyfile")
    .replace("{\n", "{\n\tadmin off\n\tauto_https off\n")
    .replace("www.studio.example {", `http://www.studio.example:${port} {`)
    .replace(/^studio\.example \{/m, `http://studio.example:${port} {`)
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${nowhere}`);
  writeFileSync(join(folder, "Caddyfile"), config);
  const log = openSync(join(folder, "caddy.log"), "w");
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const args = ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")];
  stopAfterwards(spawn("caddy", args, { stdio: ["ignore", log, log], env }));
  closeSync(log);
  await answering(port);
  for (const path of keys) {
    expect((await ask({ port, path })).status, path).toBe(502);
    await ask({ port, path, host: "studio.example" });
  }
  await vi.waitFor(
    () => expect(written(folder).match(/connection refused/g)?.length).toBeGreaterThanOrEqual(keys.length),
    patient(20_000),
  );
  expect(written(folder)).not.toContain("SECRETTOKEN");
});
