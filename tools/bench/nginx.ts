import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { patient } from "../../tests/kit/patience.ts";

export const hasNginx = (): boolean => spawnSync("nginx", ["-v"]).status === 0;

/**
 * The main settings of an nginx that writes only to its own folder. Debian's defaults for logs and temporary files are
 * folders in /var, which an ordinary user may not write.
 */
export function nginxConfiguration(folder: string, http: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `daemon off;
  ${process.getuid?.() === 0 ? "user root;" : ""}
  pid "${folder}/pid";
  error_log "${folder}/error.log";
  worker_processes auto;
  events { worker_connections 1024; }
  http {
    access_log off;
    ${temporary.map((name) => `${name}_temp_path "${folder}/${name}";`).join("\n    ")}
    ${http.replaceAll("/var/log/nginx/", `${folder}/`)}
  }
`;
}

/** The arguments for nginx. It logs to -e until it has read its configuration. */
export const nginxArguments = (folder: string) => ["-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")];

/**
 * Starts nginx with the same precompressed file and the same headers. Debian's package has no brotli module, so it
 * serves the .br file itself as the home page; nothing is compressed or negotiated per request.
 */
export async function startNginx(site: { url: string; folder: string }) {
  const folder = mkdtempSync(join(tmpdir(), "bench-nginx-"));
  const port = await freePort();
  const http = homePage(port, site.folder, await fetchHeaders(site.url));
  writeFileSync(join(folder, "nginx.conf"), nginxConfiguration(folder, http));
  const server = spawn("nginx", nginxArguments(folder), { stdio: "inherit" });
  process.once("exit", () => server.kill());
  const url = `http://127.0.0.1:${port}`;
  for (let tries = 0; !(await fetch(url).catch(() => undefined))?.ok; tries++) {
    if (tries > patient(300)) throw new Error("nginx does not answer");
    await new Promise((next) => setTimeout(next, 100));
  }
  return {
    url,
    async stop() {
      const ended = new Promise((done) => server.once("exit", done));
      server.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function fetchHeaders(url: string) {
  const excluded = ["connection", "content-length", "content-type", "date", "etag", "keep-alive", "transfer-encoding"];
  const answer = await fetch(`${url}/`, { headers: { "accept-encoding": "br" } });
  return [...answer.headers].filter(([name]) => !excluded.includes(name));
}

const homePage = (port: number, root: string, headers: [string, string][]) => `
    sendfile on;
    tcp_nopush on;
    keepalive_requests 1000000;
    types { }
    default_type "text/html; charset=utf-8";
    server {
      listen 127.0.0.1:${port};
      root "${root}";
      location = / {
        try_files /index.html.br =404;
        ${headers.map(([name, value]) => `add_header ${name} ${JSON.stringify(value)};`).join("\n        ")}
      }
    }`;

export function freePort() {
  return new Promise<number>((found) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => found(typeof address === "object" && address ? address.port : 0));
    });
  });
}
