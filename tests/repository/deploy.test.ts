import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { configureNginx, hasNginx } from "../kit/nginx.ts";

const isInstalled = (program: string, flag: string) => spawnSync(program, [flag]).error === undefined;
const readDeployFile = (file: string) => readFileSync(join("deploy", file), "utf8");

test.skipIf(!hasNginx()).each(["nginx.conf", "nginx-static.conf"])("nginx accepts deploy/%s", (file) => {
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // The certificates and ports belong to the host, so they are replaced by sockets in a folder.
  const text = readDeployFile(file)
    .replace(/^ *ssl_certificate.*$/gm, "")
    .replaceAll(" ssl http2", "")
    .replace(/\blisten (\[::\]:)?(\d+)/g, (_, six, port) => `listen unix:${folder}/${six ? "six-" : ""}${port}`);
  const { stderr } = spawnSync("nginx", ["-t", ...configureNginx(folder, text)], { encoding: "utf8" });
  expect(stderr).toContain("test is successful");
});

test.skipIf(!isInstalled("caddy", "version"))("Caddy accepts deploy/Caddyfile", () => {
  expect(spawnSync("caddy", ["validate", "--adapter", "caddyfile", "--config", "deploy/Caddyfile"]).status).toBe(0);
});

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

test("the manual explains every event of the log", () => {
  const manual = readFileSync("docs/hosting.md", "utf8");
  const files = globSync("src/{requests,server}/**/*.ts").filter((file) => !file.endsWith(".test.ts"));
  const events = files.flatMap((file) => [...readFileSync(file, "utf8").matchAll(/(?<!console\.)\blog\("([^"]+)"/g)]);
  expect(events.length).toBeGreaterThan(5);
  for (const [, event = ""] of events) {
    expect(manual, event).toContain(`\`${event}`);
  }
});
