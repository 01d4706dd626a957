import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { startMailServer } from "../consultations/mail/mail-server.ts";
import { secondBuild, startServer } from "../e2e/server.ts";
import { storedIn } from "./started-server.ts";

/** A developer's own .env must not lead an attack to a real database or a real mailbox. */
const harmless = { DATABASE_URL: "", RESEND_API_KEY: "", ALERT_WEBHOOK_URL: "", SITE_URL: "", ALLOWED_ORIGINS: "*" };

/** The second studio as it is deployed: built pages, limits on, letters to a mail server that takes them. */
export async function startSite(settings: Record<string, string> = {}) {
  const mail = await startMailServer();
  const post = { SMTP_URL: mail.url, MAIL_TO: "owner@studio.example", MAIL_FROM: "website@studio.example" };
  const own = { ...harmless, HOST: "127.0.0.1", RATE_LIMIT: "on", TRUST_PROXY: "1", ...post };
  buildOnce();
  const server = await startServer({ ...own, ...settings });
  const memory = (line: "VmRSS" | "VmHWM") => {
    const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
    return Number(new RegExp(`${line}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
  };
  return {
    ...server,
    port: Number(new URL(server.origin).port),
    mail,
    /** Megabytes of the server now, and at most so far. */
    memory: () => memory("VmRSS"),
    peak: () => memory("VmHWM"),
    /** Every stored request, read beside the running server. */
    stored: () => storedIn(server.dataDir),
    async stop() {
      await server.stop();
      await mail.close();
    },
  };
}

export type Site = Awaited<ReturnType<typeof startSite>>;

let built = false;
export function buildOnce() {
  if (built) return;
  const env = { ...process.env, CONTENT_DIR: "second-studio", BUILD_DIR: secondBuild, SITE_URL: "" };
  const { status, stderr } = spawnSync(process.execPath, ["pipeline/build-if-changed.ts"], { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`The second studio could not be built: ${stderr}`);
  built = true;
}
