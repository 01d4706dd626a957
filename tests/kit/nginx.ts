import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { needs } from "./needs.ts";
import { findProgram } from "./programs.ts";
import { spawnServer } from "./spawn-server.ts";

export const hasNginx = (): boolean => findProgram("nginx") !== undefined;
export const needsNginx = needs("nginx", hasNginx());

/** The name under which the documented files answer. */
export const studioHost = "www.studio.example";

type Options = { project: string; serverPort?: number; severalPorts?: number[] };

/** nginx with the documented files, on ports that anyone may use and without certificates. */
export async function startDeployedNginx({ project, serverPort = 3000, severalPorts }: Options) {
  const ports = { proxy: await freePort(), files: await freePort(), plain: await freePort() };
  const read = (file: string) => readFileSync(join("deploy", file), "utf8");
  const adaptConfig = (file: string, port: number) =>
    read(file)
      .replace("include /etc/nginx/studio.d/*.conf;", read("nginx-edit.conf"))
      .replace(/^ *(ssl_certificate|listen \[::\]).*$/gm, "")
      .replaceAll("listen 80;", `listen 127.0.0.1:${ports.plain};`)
      .replaceAll("listen 443 ssl http2;", `listen 127.0.0.1:${port};`)
      .replaceAll("127.0.0.1:3000", `127.0.0.1:${serverPort}`)
      .replace(/root \/srv\/studio\/([^;]+);/g, `root "${project}/$1";`)
      .replaceAll("/srv/studio/", `${project}/`);
  const several = severalPorts?.reduce(
    (text, port, index) => text.replace(`10.0.0.${index + 1}:3000`, `127.0.0.1:${port}`),
    read("nginx-several.conf"),
  );
  const single = adaptConfig("nginx.conf", ports.proxy) + adaptConfig("nginx-static.conf", ports.files);
  const http = several ? several + single.replaceAll(`//127.0.0.1:${serverPort}`, "//studio_servers") : single;
  return { ports, ...(await startNginx(http)) };
}

/**
 * nginx with these settings in its http block. It writes nowhere but in its folder, where its logs are: Debian's
 * configuration names folders in /var, which an ordinary user may not write.
 */
async function startNginx(http: string) {
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  const file = join(folder, "nginx.conf");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  writeFileSync(
    file,
    `daemon off;
    ${process.getuid?.() === 0 ? "user root;" : ""}
    pid "${folder}/pid";
    error_log "${folder}/error.log";
    error_log stderr notice;
    worker_processes auto;
    events { worker_connections 1024; }
    http {
      access_log "${folder}/default.log";
      ${temporary.map((name) => `${name}_temp_path "${folder}/${name}";`).join("\n")}
      ${http.replaceAll("/var/log/nginx/", `${folder}/`)}
    }`,
  );
  // nginx writes to the file after -e until it has read its configuration.
  const command = ["nginx", "-c", file, "-e", "stderr"];
  const { ready, terminate } = spawnServer(command, { killSignal: "SIGTERM" }, /(start worker process )/);
  await ready();
  async function stop() {
    await terminate();
    rmSync(folder, { recursive: true, force: true });
  }
  return { folder, stop };
}
