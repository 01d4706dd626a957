import { isPublic } from "../../settings/site-address.ts";
import type { LaunchItem } from "./launch-check.ts";

/** Lists server settings that are required before the public sees the site. */
export function missingSettings(environment: Record<string, string | undefined>): LaunchItem[] {
  const value = (name: string) => environment[name]?.trim() ?? "";
  const missingSetting = (name: string, message: string): LaunchItem => ({
    group: "settings",
    file: ".env",
    field: name,
    message,
  });
  const site = value("SITE_URL");
  const needsSiteUrl = !site.startsWith("https://") || !URL.canParse(site) || !isPublic(site);
  // A hosted backend sends the emails itself, with its own settings.
  const mail: Record<string, string> = value("BACKEND_URL")
    ? {}
    : {
        ...(!value("RESEND_API_KEY") && {
          SMTP_URL: "is not set: emails would wait, and nobody would be told of a request.",
        }),
        MAIL_TO: "is not set: say which mailbox receives the requests.",
        MAIL_FROM: "is not set: say which address the emails come from.",
      };
  const isPlaintext = !value("BACKEND_URL") && value("SMTP_PLAINTEXT") === "on";
  return [
    ...(isPlaintext
      ? [
          missingSetting(
            "SMTP_PLAINTEXT",
            "is on: requests would travel unencrypted to the mail server. Take it out; a mail server on this machine does not need it.",
          ),
        ]
      : []),
    ...(needsSiteUrl
      ? [missingSetting("SITE_URL", "must be the public address of the site, starting with https://")]
      : []),
    ...Object.entries(mail).flatMap(([name, message]) => (value(name) ? [] : [missingSetting(name, message)])),
  ];
}
