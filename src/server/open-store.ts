import { emailPause, type Mailer, noMailer } from "../requests/mail/mailer.ts";
import { createResendMailer } from "../requests/mail/resend.ts";
import { createSmtpMailer } from "../requests/mail/smtp.ts";
import { openSqliteStore } from "../requests/store/sqlite.ts";
import { openSqliteReader, type RequestReader } from "../requests/store/sqlite-reader.ts";
import type { Store } from "../requests/store/store.ts";
import type { Settings } from "../settings/settings.ts";
import { isPublic } from "../settings/site-address.ts";
import { databaseFile, mailFolder } from "./data-paths.ts";
import { createFolderMailer } from "./folder-mailer.ts";

/**
 * `exclusive` means that this process is the server of its data folder, and not a command beside it. Most studios have
 * no PostgreSQL, so what it needs is loaded only where it is set.
 */
export async function openStore(
  { databaseUrl, dataDir }: Settings,
  onFatal: (reason: string) => void,
  exclusive = false,
): Promise<Store> {
  if (!databaseUrl) return openSqliteStore(databaseFile(dataDir), onFatal, exclusive);
  const { openPostgresStore } = await import("../requests/store/postgres.ts");
  const { migrate } = await import("../requests/store/postgres-migrate.ts");
  return openPostgresStore(databaseUrl, { connections: 10, prepare: migrate });
}

/** Only reads, so it works whatever the state of the database. */
export async function openRequestReader({ databaseUrl, dataDir }: Settings): Promise<RequestReader> {
  if (!databaseUrl) return openSqliteReader(databaseFile(dataDir));
  const { openPostgresStore } = await import("../requests/store/postgres.ts");
  return openPostgresStore(databaseUrl, { connections: 1 });
}

/** A public site without a mail server must not collect its emails unread in a folder. */
export const isMailUnset = ({ siteUrl, smtpUrl, resend }: Settings): boolean =>
  siteUrl !== null && isPublic(siteUrl) && !smtpUrl && !resend;

/** Emails come from "Studio website" unless MAIL_FROM has a name of its own. */
function nameSender(from: string, studioName: string | undefined): string {
  const name = studioName?.replace(/["\\\p{Cc}]/gu, "").trim();
  return name && !from.includes("<") ? `"${name} website" <${from}>` : from;
}

export function createMailer(settings: Settings, studioName?: string): Mailer {
  const { smtpUrl, smtpPlaintext, resend, rateLimit, dataDir } = settings;
  const mail = { ...settings.mail, from: nameSender(settings.mail.from, studioName) };
  if (isMailUnset(settings)) return noMailer;
  const pause = rateLimit ? emailPause : 0;
  if (smtpUrl) return createSmtpMailer(smtpUrl, mail, pause, { plaintext: smtpPlaintext });
  return resend ? createResendMailer(resend, mail, pause) : createFolderMailer(mailFolder(dataDir), mail);
}
