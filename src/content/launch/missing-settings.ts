import { isPublic } from "../../settings/site-address.ts";
import type { LaunchItem } from "./launch-check.ts";

/** A setting of the server that is missing or wrong. */
export const settingItem = (field: string, problem: string, file = ".env"): LaunchItem => ({
  group: "settings",
  file,
  field,
  code: "setting",
  params: { problem },
});

/** Lists server settings that are required before the public sees the site. */
export function missingSettings(environment: Record<string, string | undefined>): LaunchItem[] {
  const value = (name: string) => environment[name]?.trim() ?? "";
  const problems: [name: string, problem: string][] = [];
  // A hosted backend sends the emails itself, with its own settings.
  const sendsEmails = !value("BACKEND_URL");
  if (sendsEmails && value("SMTP_PLAINTEXT") === "on")
    problems.push([
      "SMTP_PLAINTEXT",
      "is on: requests would travel unencrypted to the mail server. Take it out; a mail server on this machine does not need it.",
    ]);
  const site = value("SITE_URL");
  if (!site.startsWith("https://") || !URL.canParse(site) || !isPublic(site))
    problems.push(["SITE_URL", "must be the public address of the site, starting with https://"]);
  if (sendsEmails && !value("SMTP_URL") && !value("RESEND_API_KEY"))
    problems.push(["SMTP_URL", "is not set: emails would wait, and nobody would be told of a request."]);
  if (sendsEmails && !value("MAIL_TO"))
    problems.push(["MAIL_TO", "is not set: say which mailbox receives the requests."]);
  if (sendsEmails && !value("MAIL_FROM"))
    problems.push(["MAIL_FROM", "is not set: say which address the emails come from."]);
  return problems.map(([name, problem]) => settingItem(name, problem));
}
