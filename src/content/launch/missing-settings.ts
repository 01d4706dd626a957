import { isPublic } from "../../settings/site-address.ts";
import type { CodedProblem } from "../problem-sentences.ts";
import type { LaunchItem } from "./launch-check.ts";

/** A setting of the server that is missing or wrong. */
export const settingItem = (field: string, problem: CodedProblem): LaunchItem => ({
  group: "settings",
  file: ".env",
  field,
  ...problem,
});

/** Lists server settings that are required before the public sees the site. */
export function missingSettings(environment: Record<string, string | undefined>): LaunchItem[] {
  const value = (name: string) => environment[name]?.trim() ?? "";
  const found: LaunchItem[] = [];
  const add = (name: string, problem: CodedProblem) => found.push(settingItem(name, problem));
  // A hosted backend sends the emails itself, with its own settings.
  const sendsEmails = !value("BACKEND_URL");
  if (sendsEmails && value("SMTP_PLAINTEXT") === "on") add("SMTP_PLAINTEXT", { code: "mail_plaintext" });
  const site = value("SITE_URL");
  if (!site.startsWith("https://") || !URL.canParse(site) || !isPublic(site))
    add("SITE_URL", { code: "site_address_unfit" });
  if (sendsEmails && !value("SMTP_URL") && !value("RESEND_API_KEY"))
    add("SMTP_URL", { code: "mail_server_missing", params: { host: undefined } });
  if (sendsEmails && !value("MAIL_TO")) add("MAIL_TO", { code: "mail_to_missing" });
  if (sendsEmails && !value("MAIL_FROM")) add("MAIL_FROM", { code: "mail_from_missing" });
  return found;
}
