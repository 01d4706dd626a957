import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import type { Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../../tests/kit/free-port.ts";
import { findProgram } from "../../tests/kit/programs.ts";
import { NotInstalled } from "./import-tool.ts";

/**
 * Serves a site over HTTP/2 as visitors get it, by Caddy with a certificate of its own, for as long as this process runs.
 * Over the server's plain HTTP/1.1 two files at the same time take two connections, and the second costs two more round trips.
 */
export async function serveOverHttps(origin: string): Promise<string> {
  const caddy = findProgram("caddy");
  if (!caddy) throw new NotInstalled("Pages are measured over HTTPS with Debian's caddy: sudo apt-get install caddy");
  const folder = mkdtempSync(join(tmpdir(), "bench-https-"));
  const address = `https://localhost:${await freePort()}`;
  const options = "admin off\nskip_install_trust\nauto_https disable_redirects\nservers {\nprotocols h1 h2\n}\n";
  const server = spawn(caddy, ["run", "--config", "-", "--adapter", "caddyfile"], {
    stdio: ["pipe", "ignore", "pipe"],
    env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  process.once("exit", () => {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  server.stdin.end(`{\n${options}}\n${address} {\ntls internal\nreverse_proxy ${origin}\n}\n`);
  // The certificate is there a moment after the port is open.
  const lines = createInterface({ input: server.stderr });
  await new Promise<void>((resolve, reject) => {
    lines.on("line", (line) => line.includes("certificate obtained successfully") && resolve());
    server.once("exit", () => reject(new Error("Caddy ended before it served the site.")));
  });
  // The bench ends when its measurements do, and takes this server with it.
  server.unref();
  (server.stderr as Socket).unref();
  return address;
}
