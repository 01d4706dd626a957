import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { cleanEnvironment } from "../kit/clean-environment.ts";
import { buildExample, type ProcessOptions, startBuiltServer, startServerProcess } from "../kit/server-process.ts";
import { startSmtpServer } from "../kit/smtp-server.ts";

export const mailAddresses = { MAIL_TO: "owner@studio.example", MAIL_FROM: "website@studio.example" };
const defaults = { ...mailAddresses, ALLOWED_ORIGINS: "*", RATE_LIMIT: "off" };

/** Starts a real server process, and waits until it accepts requests. */
export async function startServer(variables: Record<string, string>, options: ProcessOptions = {}) {
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
  buildExample();
  const mail = await startSmtpServer();
  const own = { ...defaults, SMTP_URL: mail.url, RATE_LIMIT: "on", TRUST_PROXY: "1" };
  const site = await startBuiltServer({ ...own, ...settings });
  return {
    ...site,
    mail,
    port: Number(new URL(site.origin).port),
    async [Symbol.asyncDispose]() {
      await site.stop();
      await mail.close();
    },
  };
}

/** The address of one of many clients, as the trusted proxy names it. */
export const numberedAddress = (number: number): string => `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`;

/** Runs one of the owner's commands to its end, and returns what it prints. Throws if it fails. */
export async function runCommand(name: string, args: string[], variables: Record<string, string>): Promise<string> {
  // Elsewhere, so that a developer's own .env leads no attack to a real database.
  const options = { env: { ...cleanEnvironment, ...variables }, cwd: tmpdir(), maxBuffer: 200e6 };
  return (await promisify(execFile)(process.execPath, [resolve(`commands/${name}.ts`), ...args], options)).stdout;
}

const folders: string[] = [];
process.once("exit", () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The option with which Node runs a script before the server starts. */
export function preload(script: string): string {
  const file = join(temporaryFolder(), "before-the-server.mjs");
  writeFileSync(file, script);
  return `--import=${pathToFileURL(file).href}`;
}

/** Makes a temporary folder that is deleted when the process ends. */
export function temporaryFolder(parent = tmpdir()): string {
  const folder = mkdtempSync(join(parent, "prove-"));
  folders.push(folder);
  return folder;
}
