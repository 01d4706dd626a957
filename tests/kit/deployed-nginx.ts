import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, nginxArguments, nginxConfiguration } from "../../tools/bench/nginx.ts";
import { patient } from "./patience.ts";

/** The name under which the documented files answer. */
export const studioHost = "www.studio.example";

/** nginx with the documented files, on ports that anyone may use and without certificates. */
export async function startDeployedNginx({ project, serverPort = 3000 }: { project: string; serverPort?: number }) {
  const ports = { proxy: await freePort(), files: await freePort() };
  const folder = mkdtempSync(join(tmpdir(), "deployed-nginx-"));
  const adaptConfig = (file: string, port: number) =>
    readFileSync(join("deploy", file), "utf8")
      .replace(/^server \{[^}]*listen 80;[^}]*\}/gm, "")
      .replace(/^ *(ssl_certificate|listen \[::\]).*$/gm, "")
      .replaceAll("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
      .replaceAll("127.0.0.1:3000", `127.0.0.1:${serverPort}`)
      .replace(/root \/srv\/studio\/([^;]+);/g, `root "${project}/$1";`)
      .replaceAll("/srv/studio/", `${project}/`);
  const http = adaptConfig("nginx.conf", ports.proxy) + adaptConfig("nginx-static.conf", ports.files);
  writeFileSync(join(folder, "nginx.conf"), nginxConfiguration(folder, http));
  const server = spawn("nginx", nginxArguments(folder), { stdio: "ignore" });
  process.once("exit", () => server.kill());
  async function stop() {
    const ended = new Promise((done) => server.once("exit", done));
    if (server.exitCode === null && server.kill()) await ended;
    rmSync(folder, { recursive: true, force: true });
  }
  const tryFetch = () => fetch(`http://127.0.0.1:${ports.files}`, { redirect: "manual" }).catch(() => undefined);
  for (let tries = 0; !(await tryFetch()); tries++) {
    if (tries > patient(300)) {
      const errorLog = readFileSync(join(folder, "error.log"), "utf8");
      await stop();
      throw new Error(`nginx does not answer: ${errorLog}`);
    }
    await new Promise((next) => setTimeout(next, 100));
  }
  return { ports, stop };
}
