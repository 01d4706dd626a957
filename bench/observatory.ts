import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { siteFolder } from "../pipeline/build-folder.ts";
import { openPages } from "../server/pages.ts";

/** Scores the built site's headers over TLS with MDN's HTTP Observatory: node bench/observatory.ts */
const scratch = mkdtempSync(join(tmpdir(), "observatory-"));
const within = (name: string) => join(scratch, name);
const tool = within("node_modules/@mdn/mdn-http-observatory");
const run = (program: string, ...args: string[]) => execFileSync(program, args, { cwd: scratch, stdio: "pipe" });

try {
  // Fetched for the occasion: it brings 236 packages, and the site needs none of them.
  run("npm", "install", "--prefix", scratch, "--ignore-scripts", "--no-audit", "@mdn/mdn-http-observatory@1.4.8");
  // It would fetch these two lists; neither bears on a site on this machine.
  writeFileSync(join(tool, "conf/hsts-preload.json"), "{}");
  writeFileSync(join(tool, "conf/tld-list.json"), "[]");
  const certificate = ["-keyout", "key.pem", "-out", "cert.pem", "-days", "1", "-subj", "/CN=localhost"];
  run(
    "openssl",
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    ...certificate,
    "-addext",
    "subjectAltName=IP:127.0.0.1",
  );

  const pages = openPages(siteFolder, { secure: true });
  const identity = { key: readFileSync(within("key.pem")), cert: readFileSync(within("cert.pem")) };
  const server = createServer(identity, (request, response) => pages.answer(request, response)).listen(0);
  await once(server, "listening");
  const { scan, tests } = await score(`127.0.0.1:${(server.address() as AddressInfo).port}`);
  server.close();

  for (const [name, { pass, scoreModifier }] of Object.entries(tests)) {
    console.log(`${pass ? "passed" : "FAILED"}  ${String(scoreModifier).padStart(3)}  ${name}`);
  }
  console.log(`\nGrade ${scan.grade}, score ${scan.score}, ${scan.testsPassed} of ${scan.testsQuantity} passed`);
  process.exitCode = scan.score >= 125 ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true });
}

interface Result {
  scan: { grade: string; score: number; testsPassed: number; testsQuantity: number };
  tests: Record<string, { pass: boolean; scoreModifier: number }>;
}

/** In a process of its own, as the server has to answer meanwhile. */
async function score(host: string): Promise<Result> {
  const env = { ...process.env, NODE_EXTRA_CA_CERTS: within("cert.pem") };
  const scan = spawn(process.execPath, [join(tool, "src/scan.js"), host], { env });
  let output = "";
  scan.stdout.on("data", (chunk) => {
    output += chunk;
  });
  await once(scan, "close");
  return JSON.parse(output);
}
