import { freePort } from "../../tests/kit/free-port.ts";
import { startNginx } from "../../tests/kit/nginx.ts";

/**
 * Starts nginx with the same precompressed file and the same headers. Debian's package has no brotli module, so it
 * serves the .br file itself as the home page; nothing is compressed or negotiated per request.
 */
export async function startReferenceNginx(site: { url: string; folder: string }) {
  const port = await freePort();
  const { stop } = await startNginx(homePage(port, site.folder, await fetchHeaders(site.url)), port);
  return { url: `http://127.0.0.1:${port}`, stop };
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
      access_log off;
      root "${root}";
      location = / {
        try_files /index.html.br =404;
        ${headers.map(([name, value]) => `add_header ${name} ${JSON.stringify(value)};`).join("\n        ")}
      }
    }`;
