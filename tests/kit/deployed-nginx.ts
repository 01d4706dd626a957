import { readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "./free-port.ts";
import { startNginx } from "./nginx.ts";

/** The name under which the documented files answer. */
export const studioHost = "www.studio.example";

type Options = { project: string; serverPort?: number; severalPorts?: number[] };

/** nginx with the documented files, on ports that anyone may use and without certificates. */
export async function startDeployedNginx({ project, serverPort = 3000, severalPorts }: Options) {
  const ports = { proxy: await freePort(), files: await freePort() };
  const read = (file: string) => readFileSync(join("deploy", file), "utf8");
  const adaptConfig = (file: string, port: number) =>
    read(file)
      .replace("include /etc/nginx/studio.d/*.conf;", read("nginx-edit.conf"))
      .replace(/^server \{[^}]*listen 80;[^}]*\}/gm, "")
      .replace(/^ *(ssl_certificate|listen \[::\]).*$/gm, "")
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
  const { stop } = await startNginx(http, ports.files);
  return { ports, stop };
}
