import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { exampleBuild } from "../kit/built-server.ts";
import { cleanEnvironment } from "../kit/clean-environment.ts";
import { startServerProcess } from "../kit/server-process.ts";
import { startSmtpServer } from "../kit/smtp-server.ts";
import { readStoredRequests } from "../kit/stored-requests.ts";

export const mailAddresses = { MAIL_TO: "owner@studio.example", MAIL_FROM: "website@studio.example" };
/** A developer's own .env must not direct an attack to a real database or mailbox. */
const noServices = { DATABASE_URL: "", SMTP_URL: "", RESEND_API_KEY: "", ALERT_WEBHOOK_URL: "", SITE_URL: "" };
const defaults = {
  ...noServices,
  ...mailAddresses,
  ALLOWED_ORIGINS: "*",
  RATE_LIMIT: "off",
  // Hundreds of processes run the same modules.
  NODE_COMPILE_CACHE: resolve(".cache/compiled"),
};

/** Starts a real server process, and waits until it accepts requests. */
export async function startServer(
  variables: Record<string, string>,
  options: Parameters<typeof startServerProcess>[1] = {},
) {
  const began = performance.now();
  const server = startServerProcess({ ...defaults, ...variables }, options);
  const url = await server.ready();
  return {
    ...server,
    startupMs: performance.now() - began,
    async health(): Promise<{ status: number; store?: string; mail?: string; release?: string; refused?: string }> {
      const response = await fetch(`${url}/healthz`);
      return { ...(await response.json()), status: response.status };
    },
  };
}

export type ServerProcess = Awaited<ReturnType<typeof startServer>>;

/** Starts the example studio as it is deployed: built pages, limits on, and a mail server that accepts emails. */
export async function startExampleSite(settings: Record<string, string> = {}) {
  buildOnce();
  const mail = await startSmtpServer();
  const dataDir = temporaryFolder();
  const own = { DATA_DIR: dataDir, BUILD_DIR: exampleBuild, SMTP_URL: mail.url, RATE_LIMIT: "on", TRUST_PROXY: "1" };
  const server = await startServer({ ...own, ...settings }, { built: true });
  return {
    ...server,
    dataDir,
    mail,
    port: Number(new URL(server.url()).port),
    /** Every stored request, read beside the running server. */
    stored: () => readStoredRequests(dataDir),
    async [Symbol.asyncDispose]() {
      await server.terminate();
      await mail.close();
    },
  };
}

/** The address of one of many clients, as the trusted proxy names it. */
export const numberedAddress = (number: number): string => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;

/** Runs one of the owner's commands to its end, and returns what it prints. Throws if it fails. */
export async function runCommand(name: string, args: string[], variables: Record<string, string>): Promise<string> {
  const env = { ...cleanEnvironment, ...noServices, ...variables };
  const command = promisify(execFile)(process.execPath, [`commands/${name}.ts`, ...args], { env, maxBuffer: 200e6 });
  return (await command).stdout;
}

let isBuilt = false;
/** Builds the example studio, unless that was done since the last change. */
export function buildOnce() {
  if (isBuilt) return;
  const env = { ...process.env, CONTENT_DIR: "tests/example-studio", BUILD_DIR: exampleBuild, SITE_URL: "" };
  const { status, stderr } = spawnSync(process.execPath, ["src/build/build-if-changed.ts"], { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`The example studio could not be built: ${stderr}`);
  isBuilt = true;
}

const folders: string[] = [];
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Makes a temporary folder that is deleted when the process ends. */
export function temporaryFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, "prove-"));
  folders.push(folder);
  return folder;
}
