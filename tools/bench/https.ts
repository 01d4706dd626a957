import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, request } from "node:http";
import { createSecureServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "../../tests/kit/programs.ts";
import { NotInstalled } from "./import-tool.ts";

/**
 * Serves a site over HTTP/2 with a certificate of its own, as nginx, Caddy or a CDN do for visitors, for as long as this
 * process runs. Over the server's plain HTTP/1.1 two files at the same time take two connections, and the second costs
 * two more round trips.
 */
export async function serveOverHttps(origin: string): Promise<string> {
  const agent = new Agent({ keepAlive: true });
  const server = createSecureServer(createCertificate(), (asked, answer) => {
    const headers = Object.fromEntries(Object.entries(asked.headers).filter(([name]) => !name.startsWith(":")));
    const passed = request(origin + asked.url, { agent, method: asked.method, headers }, (got) => {
      // HTTP/2 has no headers about the connection.
      for (const name of ["connection", "keep-alive", "transfer-encoding"]) delete got.headers[name];
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    passed.on("error", () => answer.stream.close());
    asked.pipe(passed);
  });
  server.on("session", (session) => session.unref());
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  server.unref();
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function createCertificate() {
  if (!findProgram("openssl"))
    throw new NotInstalled("Pages are measured over HTTPS with Debian's openssl: sudo apt-get install openssl");
  const folder = mkdtempSync(join(tmpdir(), "bench-https-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc"];
  execFileSync("openssl", ["req", "-x509", ...kind, "-subj", "/CN=localhost", "-keyout", key, "-out", cert], {
    stdio: "ignore",
  });
  const pair = { key: readFileSync(key), cert: readFileSync(cert) };
  rmSync(folder, { recursive: true });
  return pair;
}
