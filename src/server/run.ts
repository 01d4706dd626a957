import { createRequire } from "node:module";
import { resolve } from "node:path";
import { describeError, errorMessage, errorProperties } from "../log/errors.ts";
import { type Log, logLine } from "../log/log.ts";
import { explainIfForbidden, findAccessProblem } from "../settings/file-access.ts";
import { loadEnvironment } from "../settings/load.ts";
import type { Settings } from "../settings/settings.ts";
import { SettingsError, type Variables } from "../settings/variables.ts";
import { zoneDataProblem } from "../settings/zone-data.ts";
import { mailFolder } from "./data-paths.ts";
import { createEditorProcess } from "./editor-process.ts";
import { loadSettings } from "./load-settings.ts";
import { isMailUnset } from "./open-store.ts";
import type { ReleaseNotes, SitePages } from "./serve-pages.ts";
import { startServer } from "./server.ts";

type Server = Awaited<ReturnType<typeof startServer>>;

/** Runs the server process: prints its address and settings, and shuts down cleanly on a signal. */
export async function run(
  open: (settings: Settings, log: Log) => SitePages | Promise<SitePages>,
  defaults: Variables = {},
): Promise<void> {
  let server: Server | undefined;
  let shuttingDown = false;
  const shutDown = async (code: number) => {
    // A terminal and the launcher may each forward the same signal, and the second must not interrupt the shutdown.
    if (shuttingDown) return;
    shuttingDown = true;
    await server?.stop();
    process.exit(code);
  };
  // The reader of the log may close its end, and requests must still be answered.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  const onFatal = (reason: string) => {
    log("fatal", { reason });
    shutDown(1);
  };
  try {
    const environment = { ...defaults, ...loadEnvironment() };
    const settings = loadSettings(environment);
    const pages = await open(settings, log);
    const editor = settings.editOn ? prepareEditor(settings.siteUrl ?? "", environment) : undefined;
    server = await startServer({ settings, pages, log, socket: inheritedSocket(), onFatal, editor });
    // A fault that nobody waited for must not end the pages and the form for everybody.
    for (const event of ["uncaughtException", "unhandledRejection"])
      process.on(event, (error) => log("fault", { while: "working beside the requests", ...describeError(error) }));
    for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, () => shutDown(0));
    const problem = await server.storeProblem();
    for (const line of startupLines(settings, server.port, pages.notes)) console.log(line);
    if (problem) console.error(`Requests cannot be stored, the form asks visitors to call: ${problem}`);
  } catch (error) {
    console.error(explainStartError(error));
    process.exit(1);
  }
}

/** The editor needs what a build needs, which is said at the start. */
function prepareEditor(siteUrl: string, environment: Variables) {
  const { resolve } = createRequire(import.meta.url);
  try {
    for (const name of ["sharp", "yaml", "vite"]) resolve(name);
  } catch {
    throw new SettingsError("EDIT is on, but the packages of a build are not installed: run npm run build.");
  }
  return createEditorProcess({ address: new URL("/edit/", siteUrl).href, environment, log });
}

/** What a server says about itself when it has started. */
export function startupLines(
  settings: Settings,
  port: number,
  { hidden }: Pick<ReleaseNotes, "hidden">,
  zoneData = process.versions.tz,
): string[] {
  const { host, dataDir, databaseUrl, smtpUrl, resend, mail, siteUrl, deskOn, editOn } = settings;
  const mailUrl = smtpUrl ?? resend?.url;
  const folder = mailFolder(dataDir);
  const folderProblem = mailUrl || isMailUnset(settings) ? null : findAccessProblem(folder, "written");
  const clockProblem = zoneDataProblem(zoneData);
  const name = host?.includes(":") ? `[${host}]` : (host ?? "localhost");
  return [
    `Open http://${name}:${port}`,
    `Consultation requests are stored ${databaseUrl ? `at ${new URL(databaseUrl).host}` : `in ${resolve(dataDir)}`}`,
    mailUrl
      ? `Emails go to ${mail.to} by way of ${new URL(mailUrl).host}`
      : isMailUnset(settings)
        ? "NO MAIL IS SET: NOBODY IS TOLD OF A REQUEST. Set SMTP_URL or RESEND_API_KEY, MAIL_TO and MAIL_FROM. Until then requests are kept, emails wait, and /healthz is not ok."
        : `SMTP_URL is not set: emails are written to ${resolve(folder)}`,
    ...(folderProblem ? [`EMAILS CANNOT BE WRITTEN, they wait: ${folderProblem}.`] : []),
    ...(deskOn ? [`The owner's desk is at ${new URL("/desk", siteUrl ?? "").href}`] : []),
    ...(editOn ? [`The owner's editor is at ${new URL("/edit/", siteUrl ?? "").href}`] : []),
    ...(hidden ? [`Search engines are asked to stay away: ${hidden}.`] : []),
    `This is Node ${process.versions.node} with zone data ${zoneData}`,
    ...(clockProblem ? [`THE CLOCK MAY BE WRONG. ${clockProblem}`] : []),
  ];
}

/** The socket that systemd passes on (sd_listen_fds), which stays open while one process ends and the next starts. */
function inheritedSocket(): number | undefined {
  const { LISTEN_FDS, LISTEN_PID = process.pid } = process.env;
  return LISTEN_FDS === "1" && Number(LISTEN_PID) === process.pid ? 3 : undefined;
}

function explainStartError(error: unknown): string {
  if (error instanceof SettingsError) return error.message;
  const { code, port, address } = errorProperties(error);
  if (code === "EADDRINUSE")
    return `Port ${port} is in use: stop the program that uses it, or choose another with PORT.`;
  if (code === "EACCES" && port) return `Port ${port} may not be used by this user: choose one above 1023 with PORT.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return `HOST is not an address of this machine: ${address ?? "unknown"}.`;
  return errorMessage(explainIfForbidden(error, ".", "read"));
}

const log: Log = (event, details) => console.log(logLine(event, details));
