import { existsSync } from "node:fs";
import type { Addresses } from "../consultations/mail/post.ts";
import type { ResendAccount } from "../consultations/mail/resend.ts";
import { readStudioNote } from "../pipeline/build-folder.ts";

export type Environment = {
  port: number;
  /** Null listens on every address of the machine, IPv4 and IPv6. */
  host: string | null;
  dataDir: string;
  /** A PostgreSQL that several processes share; null keeps requests in a file of `dataDir`. */
  databaseUrl: string | null;
  siteUrl: string | null;
  allowedOrigins: string[] | "*";
  smtpUrl: string | null;
  resend: ResendAccount | null;
  mail: Addresses;
  alertWebhookUrl: string | null;
  rateLimit: boolean;
  trustProxy: number;
  retentionDays: number;
  /** The studio's own, in which letters tell times. */
  timeZone: string;
  digestHour: number | null;
  /** What a caller of the function's drain action must know; null refuses everyone. */
  drainSecret: string | null;
};

/** Its message is for the person who starts the server: one sentence for each variable that is wrong. */
export class EnvironmentError extends Error {}

export function loadEnvironment(): Environment {
  if (existsSync(".env")) process.loadEnvFile();
  return readEnvironment({ TIME_ZONE: readStudioNote()?.timeZone, ...process.env });
}

export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const problems: string[] = [];

  function read<Value>(
    name: string,
    fallback: Value,
    expected: string,
    parse: (text: string) => Value | undefined,
  ): Value {
    const text = variables[name]?.trim();
    if (!text) return fallback;
    const value = parse(text);
    if (value === undefined) problems.push(`${name} is ${shown(name, text)}, but must be ${expected}.`);
    return value ?? fallback;
  }

  const whole = (name: string, fallback: number, least: number, most: number) =>
    read(name, fallback, `a whole number from ${least} to ${most}`, (text) => {
      const number = Number(text);
      return /^\d+$/.test(text) && number >= least && number <= most ? number : undefined;
    });
  const onOff = (name: string) =>
    read(name, true, "on or off", (text) => (text === "on" ? true : text === "off" ? false : undefined));
  const url = (name: string, protocols: string[]) =>
    read<string | null>(
      name,
      null,
      `an address starting with ${protocols.map((start) => `${start}//`).join(" or ")}`,
      (text) => (URL.canParse(text) && protocols.includes(new URL(text).protocol) ? text : undefined),
    );

  const secret = (name: string, least: number) =>
    read<string | null>(name, null, `at least ${least} characters long`, (text) =>
      text.length >= least ? text : undefined,
    );

  const smtpUrl = url("SMTP_URL", ["smtp:", "smtps:"]);
  const resendKey = secret("RESEND_API_KEY", 1);
  const resendUrl = url("RESEND_URL", ["https:", "http:"]) ?? "https://api.resend.com";
  if (smtpUrl && resendKey)
    problems.push("SMTP_URL and RESEND_API_KEY are both set, but letters go one way: keep one.");
  for (const name of ["MAIL_TO", "MAIL_FROM"]) {
    if ((smtpUrl || resendKey) && !variables[name]?.trim()) {
      problems.push(`${name} is empty, but must be an email address when letters are posted.`);
    }
  }
  const digest = onOff("DIGEST");
  const digestHour = whole("DIGEST_HOUR", 8, 0, 23);

  const environment: Environment = {
    port: whole("PORT", 3000, 0, 65535),
    host: read<string | null>("HOST", null, "a host name or address", (text) => (/\s/.test(text) ? undefined : text)),
    dataDir: variables.DATA_DIR?.trim() || "data",
    databaseUrl: url("DATABASE_URL", ["postgres:", "postgresql:"]),
    siteUrl: url("SITE_URL", ["https:", "http:"]),
    allowedOrigins: read<string[] | "*">(
      "ALLOWED_ORIGINS",
      "*",
      "* or origins like https://example.com, separated by commas",
      origins,
    ),
    smtpUrl,
    resend: resendKey === null ? null : { url: resendUrl, key: resendKey },
    mail: {
      to: read(
        "MAIL_TO",
        "studio@localhost",
        "one email address",
        (text) => text.match(/^[^\s@<>,;]+@[^\s@<>,;]+$/)?.[0],
      ),
      from: read(
        "MAIL_FROM",
        "website@localhost",
        "one email address, or a name and an address like Studio <website@example.com>",
        (text) => text.match(/^[^\s@<>,;]+@[^\s@<>,;]+$|^[^@<>,;"]*<[^\s@<>,;]+@[^\s@<>,;]+>$/)?.[0],
      ),
    },
    alertWebhookUrl: url("ALERT_WEBHOOK_URL", ["https:", "http:"]),
    rateLimit: onOff("RATE_LIMIT"),
    trustProxy: whole("TRUST_PROXY", 0, 0, 10),
    retentionDays: whole("RETENTION_DAYS", 30, 1, 3650),
    timeZone: read("TIME_ZONE", "Etc/UTC", "a time zone like America/Toronto", (text) =>
      isTimeZone(text) ? text : undefined,
    ),
    digestHour: digest ? digestHour : null,
    drainSecret: secret("DRAIN_SECRET", 16),
  };
  if (problems.length > 0) throw new EnvironmentError(problems.join("\n"));
  return environment;
}

function isTimeZone(text: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: text }));
  } catch {
    return false;
  }
}

const secrets = ["DATABASE_URL", "SMTP_URL", "RESEND_API_KEY", "ALERT_WEBHOOK_URL", "DRAIN_SECRET"];

/** What is printed at the start ends up in logs. */
function shown(name: string, text: string): string {
  return secrets.includes(name) ? "something else (not shown, it may hold a password)" : `"${text}"`;
}

function origins(text: string): string[] | "*" | undefined {
  if (text === "*") return text;
  const listed = text.split(",").map((origin) => origin.trim());
  return listed.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin) ? listed : undefined;
}
