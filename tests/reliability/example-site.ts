import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { exampleBuild, startBuiltServer } from "../kit/built-server.ts";
import { startSmtpServer } from "../kit/smtp-server.ts";
import { readStoredRequests } from "./server-process.ts";

/** A developer's own .env must not direct an attack to a real database or mailbox. */
const safeSettings = {
  DATABASE_URL: "",
  RESEND_API_KEY: "",
  ALERT_WEBHOOK_URL: "",
  SITE_URL: "",
  ALLOWED_ORIGINS: "*",
};

/** Starts the example studio as it is deployed: built pages, limits on, and a mail server that accepts emails. */
export async function startExampleSite(settings: Record<string, string> = {}) {
  const mail = await startSmtpServer();
  const mailSettings = { SMTP_URL: mail.url, MAIL_TO: "owner@studio.example", MAIL_FROM: "website@studio.example" };
  const defaults = { ...safeSettings, HOST: "127.0.0.1", RATE_LIMIT: "on", TRUST_PROXY: "1", ...mailSettings };
  buildOnce();
  const server = await startBuiltServer({ ...defaults, ...settings });
  const memory = (line: "VmRSS" | "VmHWM") => {
    const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
    return Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  };
  return {
    ...server,
    port: Number(new URL(server.origin).port),
    mail,
    /** The server's current and peak memory, in megabytes. */
    memory: () => memory("VmRSS"),
    peakMemory: () => memory("VmHWM"),
    /** Reads every stored request while the server runs. */
    stored: () => readStoredRequests(server.dataDir),
    async stop() {
      await server.stop();
      await mail.close();
    },
  };
}

export type ExampleSite = Awaited<ReturnType<typeof startExampleSite>>;

let isBuilt = false;
export function buildOnce() {
  if (isBuilt) return;
  const env = { ...process.env, CONTENT_DIR: "tests/example-studio", BUILD_DIR: exampleBuild, SITE_URL: "" };
  const { status, stderr } = spawnSync(process.execPath, ["src/build/build-if-changed.ts"], { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`The example studio could not be built: ${stderr}`);
  isBuilt = true;
}
