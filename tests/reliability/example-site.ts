import { spawnSync } from "node:child_process";
import { exampleBuild, startBuiltServer } from "../kit/built-server.ts";
import { startSmtpServer } from "../kit/smtp-server.ts";
import { readStoredRequests } from "../kit/stored-requests.ts";

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
  return {
    ...server,
    port: Number(new URL(server.origin).port),
    mail,
    /** Megabytes of the server now, and at most so far. */
    memory: () => server.memory("VmRSS"),
    peakMemory: () => server.memory("VmHWM"),
    /** Every stored request, read beside the running server. */
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
