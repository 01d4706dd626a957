import { isLoopbackHost } from "./site-address.ts";
import { checkVariables, isTimeZone, type Variables } from "./variables.ts";

/** Where the studio's content is, and where its site is built. */
export type Folders = {
  contentFolder: string;
  buildFolder: string;
};

/** The settings of the Node server, its commands and the hosted function, read from the environment. */
export type Settings = Folders & {
  port: number;
  /** Null listens on every address of the machine, IPv4 and IPv6. */
  host: string | null;
  dataDir: string;
  /** A PostgreSQL that several processes share; null keeps requests in a file of `dataDir`. */
  databaseUrl: string | null;
  siteUrl: string | null;
  allowedOrigins: string[] | "*";
  smtpUrl: string | null;
  /** Allows emails to cross a network unencrypted. */
  smtpPlaintext: boolean;
  resend: { url: string; key: string } | null;
  mail: { to: string; from: string };
  alertWebhookUrl: string | null;
  rateLimit: boolean;
  trustProxy: number;
  retentionDays: number;
  /** Whether a visitor gets an email that her request arrived. */
  confirmToVisitor: boolean;
  /** The studio's time zone, which all times in emails use. */
  timeZone: string;
  digestHour: number | null;
  /** The hour of the weekly email on Monday. */
  weeklyHour: number | null;
  /** Whether the owner's desk is served. */
  deskOn: boolean;
  /** Whether the owner's editor is served, to a browser that is signed in to the desk. */
  editOn: boolean;
  /** Any text. Changing it signs out every device and invalidates every link. */
  deskEpoch: string;
  /** The secret for the function's drain action; null refuses every caller. */
  drainSecret: string | null;
  /** The secret with which `npm run requests -- smoke` sends a test; null refuses every test. */
  smokeKey: string | null;
};

const address = /^[^\s@<>,;]+@[^\s@<>,;]+$/;
const sender = /^[^\s@<>,;]+@[^\s@<>,;]+$|^[^@<>,;"]*<[^\s@<>,;]+@[^\s@<>,;]+>$/;
const web = ["https:", "http:"];
const retention = [30, 1, 3650] as const;

export function readSettings(variables: Variables): Settings {
  const { text, read, matching, integer, onOff, url, secret, addProblem, orThrow } = checkVariables(variables);
  const smtpUrl = url("SMTP_URL", ["smtp:", "smtps:"]);
  const resendAt = url("RESEND_URL", web) ?? "https://api.resend.com";
  const resendKey = secret("RESEND_API_KEY", 1);
  if (smtpUrl && resendKey) addProblem("SMTP_URL and RESEND_API_KEY are both set, but emails go one way: keep one.");
  for (const name of ["MAIL_TO", "MAIL_FROM"]) {
    if ((smtpUrl || resendKey) && !text(name)) {
      addProblem(`${name} is empty, but must be an email address when emails are sent.`);
    }
  }
  const siteUrl = url("SITE_URL", web);
  const deskOn = onOff("DESK", false);
  if (deskOn && !siteUrl) addProblem("DESK is on, but SITE_URL is empty: the links in emails need the site's address.");
  const editOn = onOff("EDIT", false);
  if (editOn && !deskOn) addProblem("EDIT is on, but DESK is off: the owner signs in at the desk.");
  if (editOn && siteUrl && !isEncryptedOrLoopback(new URL(siteUrl)))
    addProblem("EDIT is on, but SITE_URL does not begin with https://: the owner would sign in for everybody to see.");
  const digest = onOff("DIGEST");
  const digestHour = integer("DIGEST_HOUR", 8, 0, 23);

  return orThrow({
    ...readFolders(variables),
    port: integer("PORT", 3000, 0, 65535),
    host: read<string | null>("HOST", null, "a host name or address", (text) => (/\s/.test(text) ? undefined : text)),
    dataDir: text("DATA_DIR") || "data",
    databaseUrl: url("DATABASE_URL", ["postgres:", "postgresql:"]),
    siteUrl,
    allowedOrigins: read<string[] | "*">(
      "ALLOWED_ORIGINS",
      "*",
      "* or origins like https://example.com, separated by commas",
      origins,
    ),
    smtpUrl,
    smtpPlaintext: onOff("SMTP_PLAINTEXT", false),
    resend: resendKey === null ? null : { url: resendAt, key: resendKey },
    mail: {
      to: matching("MAIL_TO", "studio@localhost", "one email address", address),
      from: matching(
        "MAIL_FROM",
        "website@localhost",
        "one email address, or a name and an address like Studio <website@example.com>",
        sender,
      ),
    },
    alertWebhookUrl: url("ALERT_WEBHOOK_URL", web),
    rateLimit: onOff("RATE_LIMIT"),
    trustProxy: integer("TRUST_PROXY", 0, 0, 10),
    retentionDays: integer("RETENTION_DAYS", ...retention),
    confirmToVisitor: onOff("CONFIRM_TO_VISITOR", false),
    timeZone: read("TIME_ZONE", "Etc/UTC", "a time zone like America/Toronto", (text) =>
      isTimeZone(text) ? text : undefined,
    ),
    digestHour: digest ? digestHour : null,
    weeklyHour: onOff("WEEKLY_EMAIL") ? digestHour : null,
    deskOn,
    editOn,
    deskEpoch: text("DESK_EPOCH"),
    drainSecret: secret("DRAIN_SECRET", 16),
    smokeKey: secret("SMOKE_KEY", 16),
  });
}

/** The settings of a build, which is made for one address and, if one is set, for a backend elsewhere. */
export type BuildSettings = Folders & {
  siteUrl: string;
  backendUrl: string;
  backendKey: string;
  /** Whether the form is sent to the function of this repository, which knows keys: always so on our own server. */
  ownFunction: boolean;
  /** The privacy policy states this number. */
  retentionDays: number;
  /** The privacy policy says so where it is on. */
  confirmToVisitor: boolean;
  /** Whether views can be counted at all: our server does not serve the pages of a site with a backend elsewhere. */
  countVisits: boolean;
};

export function readBuildSettings(variables: Variables): BuildSettings {
  const { text, integer, onOff, url, orThrow } = checkVariables(variables);
  const backendUrl = url("BACKEND_URL", web)?.replace(/\/$/, "") ?? "";
  return orThrow({
    ...readFolders(variables),
    siteUrl: url("SITE_URL", web) ?? `http://localhost:${integer("PORT", 3000, 0, 65535)}`,
    backendUrl,
    backendKey: text("BACKEND_KEY"),
    ownFunction: onOff("OWN_FUNCTION", false) || backendUrl === "",
    retentionDays: integer("RETENTION_DAYS", ...retention),
    confirmToVisitor: onOff("CONFIRM_TO_VISITOR", false),
    countVisits: backendUrl === "",
  });
}

/** The settings of the owner's editor. */
export type EditSettings = {
  /** Uploads the site to a host elsewhere after it was built here. */
  publishCommand: string | null;
  /** Whether publishing commits what was changed, when the content is in a repository. */
  commits: boolean;
};

export function readEditSettings(variables: Variables): EditSettings {
  const { text, onOff, orThrow } = checkVariables(variables);
  return orThrow({ publishCommand: text("PUBLISH_COMMAND") || null, commits: onOff("EDIT_COMMITS") });
}

export function readFolders(variables: Variables): Folders {
  const { text } = checkVariables(variables);
  return { contentFolder: text("CONTENT_DIR") || "content", buildFolder: text("BUILD_DIR") || "build" };
}

function origins(text: string): string[] | "*" | undefined {
  if (text === "*") return text;
  const listed = text.split(",").map((origin) => origin.trim());
  return listed.every((origin) => URL.canParse(origin) && new URL(origin).origin === origin) ? listed : undefined;
}

const isEncryptedOrLoopback = ({ protocol, hostname }: URL) => protocol === "https:" || isLoopbackHost(hostname);
