import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { needs } from "./needs.ts";
import { patient } from "./patience.ts";
import { findProgram } from "./programs.ts";

export const hasNginx = (): boolean => findProgram("nginx") !== undefined;
export const needsNginx = needs("nginx", hasNginx());

/**
 * Writes the configuration of an nginx that writes nowhere but in this folder, and returns the arguments that name it:
 * Debian's names folders in /var for logs and temporary files, which an ordinary user may not write.
 */
export function configureNginx(folder: string, http: string): string[] {
  const [file, errorLog] = [join(folder, "nginx.conf"), join(folder, "error.log")];
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  writeFileSync(
    file,
    `daemon off;
    ${process.getuid?.() === 0 ? "user root;" : ""}
    pid "${folder}/pid";
    error_log "${errorLog}";
    worker_processes auto;
    events { worker_connections 1024; }
    http {
      access_log "${folder}/default.log";
      ${temporary.map((name) => `${name}_temp_path "${folder}/${name}";`).join("\n")}
      ${http.replaceAll("/var/log/nginx/", `${folder}/`)}
    }`,
  );
  // nginx writes to the file after -e until it has read its configuration.
  return ["-c", file, "-e", errorLog];
}

/** What nginx says of these settings. Certificates and ports belong to the host: sockets in a folder replace them. */
export function checkNginx(http: string): string {
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  try {
    const text = http
      .replace(/^ *ssl_certificate.*$/gm, "")
      .replaceAll(" ssl http2", "")
      .replace(/\blisten (\[::\]:)?(\d+)/g, (_, six, port) => `listen unix:${folder}/${six ? "six-" : ""}${port}`);
    return spawnSync("nginx", ["-t", ...configureNginx(folder, text)], { encoding: "utf8" }).stderr;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** nginx with these settings in its http block, once it answers at the port. Its logs are in the folder. */
export async function startNginx(http: string, port: number) {
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  const server = spawn("nginx", configureNginx(folder, http), { stdio: "ignore" });
  const kill = () => server.kill();
  process.once("exit", kill);
  async function stop() {
    process.off("exit", kill);
    const ended = new Promise((done) => server.once("exit", done));
    if (server.exitCode === null && server.kill()) await ended;
    rmSync(folder, { recursive: true, force: true });
  }
  const tryFetch = () => fetch(`http://127.0.0.1:${port}`, { redirect: "manual" }).catch(() => undefined);
  for (let tries = 0; !(await tryFetch()); tries++) {
    if (tries > patient(300) || server.exitCode !== null) {
      const problem = readFileSync(join(folder, "error.log"), "utf8");
      await stop();
      throw new Error(`nginx does not answer: ${problem}`);
    }
    await new Promise((next) => setTimeout(next, 100));
  }
  return { folder, stop };
}
