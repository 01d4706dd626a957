import * as v from "valibot";
import { isLoopbackHost } from "./site-address.ts";
import { isTimeZone } from "./time-zone.ts";
import {
  longText,
  matching,
  onOff,
  origins,
  readVariables,
  type Setting,
  url,
  type Values,
  type Variables,
  wholeNumber,
} from "./variables.ts";

const text = v.string();
const web = url("https:", "http:");
const host = matching(/^\S+$/, "a host name or address");
const timeZone = v.pipe(text, v.check(isTimeZone, "a time zone like America/Toronto"));
const address = matching(/^[^\s@<>,;]+@[^\s@<>,;]+$/, "one email address");
const sender = matching(
  /^[^\s@<>,;]+@[^\s@<>,;]+$|^[^@<>,;"]*<[^\s@<>,;]+@[^\s@<>,;]+>$/,
  "one email address, or a name and an address like Studio <website@example.com>",
);

export const resendUrl = "https://api.resend.com";

/**
 * Every variable: its default, and the rule for its text. A group is read as a whole, by those its comment names, so that
 * a value stops nobody who does not need it. What a variable is for is said in .env.example.
 */
export const table = {
  /** Read by everybody. */
  folders: {
    contentFolder: ["CONTENT_DIR", "content", text],
    buildFolder: ["BUILD_DIR", "build", text],
  },
  /** Read by the server and by a build. */
  site: {
    port: ["PORT", "3000", wholeNumber(0, 65535)],
    siteUrl: ["SITE_URL", null, v.nullable(web)],
    retentionDays: ["RETENTION_DAYS", "30", wholeNumber(1, 3650)],
  },
  /** Read by the server, its commands and the hosted function. */
  server: {
    host: ["HOST", null, v.nullable(host)],
    dataDir: ["DATA_DIR", "data", text],
    databaseUrl: ["DATABASE_URL", null, v.nullable(url("postgres:", "postgresql:")), "secret"],
    allowedOrigins: ["ALLOWED_ORIGINS", "*", origins],
    smtpUrl: ["SMTP_URL", null, v.nullable(url("smtp:", "smtps:")), "secret"],
    smtpPlaintext: ["SMTP_PLAINTEXT", "off", onOff],
    resendKey: ["RESEND_API_KEY", null, v.nullable(text), "secret"],
    resendUrl: ["RESEND_URL", resendUrl, web],
    mailTo: ["MAIL_TO", "studio@localhost", address],
    mailFrom: ["MAIL_FROM", "website@localhost", sender],
    alertWebhookUrl: ["ALERT_WEBHOOK_URL", null, v.nullable(web), "secret"],
    rateLimit: ["RATE_LIMIT", "on", onOff],
    trustProxy: ["TRUST_PROXY", "0", wholeNumber(0, 10)],
    digest: ["DIGEST", "on", onOff],
    digestHour: ["DIGEST_HOUR", "8", wholeNumber(0, 23)],
    weeklyEmail: ["WEEKLY_EMAIL", "on", onOff],
    deskOn: ["DESK", "off", onOff],
    editOn: ["EDIT", "off", onOff],
    deskEpoch: ["DESK_EPOCH", "", text],
    timeZone: ["TIME_ZONE", null, v.nullable(timeZone)],
    confirmToVisitor: ["CONFIRM_TO_VISITOR", "off", onOff],
    drainSecret: ["DRAIN_SECRET", null, v.nullable(longText(16)), "secret"],
    smokeKey: ["SMOKE_KEY", null, v.nullable(longText(16)), "secret"],
  },
  /** Read by a build. */
  build: {
    backendUrl: ["BACKEND_URL", null, v.nullable(web)],
    backendKey: ["BACKEND_KEY", "", text],
    ownFunction: ["OWN_FUNCTION", "off", onOff],
  },
  /** Read by the owner's editor. */
  edit: {
    publishCommand: ["PUBLISH_COMMAND", null, v.nullable(text)],
    commits: ["EDIT_COMMITS", "on", onOff],
  },
} satisfies Record<string, Record<string, Setting>>;

const serverRows = { ...table.folders, ...table.site, ...table.server };

/** Which settings need or exclude each other. */
function checkTogether(variables: Variables, values: Values<typeof serverRows>): (string | false)[] {
  const { smtpUrl, resendKey, siteUrl, deskOn, editOn } = values;
  const sends = Boolean(smtpUrl || resendKey);
  const isEmpty = (name: string) => !variables[name]?.trim();
  return [
    Boolean(smtpUrl && resendKey) && "SMTP_URL and RESEND_API_KEY are both set, but emails go one way: keep one.",
    sends && isEmpty("MAIL_TO") && "MAIL_TO is empty, but must be an email address when emails are sent.",
    sends && isEmpty("MAIL_FROM") && "MAIL_FROM is empty, but must be an email address when emails are sent.",
    deskOn && !siteUrl && "DESK is on, but SITE_URL is empty: the links in emails need the site's address.",
    editOn && !deskOn && "EDIT is on, but DESK is off: the owner signs in at the desk.",
    editOn &&
      siteUrl !== null &&
      !isEncryptedOrLoopback(new URL(siteUrl)) &&
      "EDIT is on, but SITE_URL does not begin with https://: the owner would sign in for everybody to see.",
  ];
}

const isEncryptedOrLoopback = ({ protocol, hostname }: URL) => protocol === "https:" || isLoopbackHost(hostname);

/** The settings of the Node server, its commands and the hosted function. */
export type Settings = ReturnType<typeof readSettings>;

export function readSettings(variables: Variables) {
  const values = readVariables(variables, serverRows, (values) => checkTogether(variables, values));
  const { resendKey, resendUrl, mailTo, mailFrom, digest, weeklyEmail, ...settings } = values;
  return {
    ...settings,
    resend: resendKey === null ? null : { url: resendUrl, key: resendKey },
    mail: { to: mailTo, from: mailFrom },
    timeZone: values.timeZone ?? "Etc/UTC",
    digestHour: digest ? values.digestHour : null,
    /** The hour of the weekly email on Monday. */
    weeklyHour: weeklyEmail ? values.digestHour : null,
  };
}

/** The settings of a build, which is made for one address and, if one is set, for a backend elsewhere. */
export type BuildSettings = ReturnType<typeof readBuildSettings>;

export function readBuildSettings(variables: Variables) {
  const { port, ...values } = readVariables(variables, { ...table.folders, ...table.site, ...table.build });
  const backendUrl = values.backendUrl?.replace(/\/$/, "") ?? "";
  return {
    ...values,
    siteUrl: values.siteUrl ?? `http://localhost:${port}`,
    backendUrl,
    /** Whether the form is sent to the function of this repository, which knows keys: always so on our own server. */
    ownFunction: values.ownFunction || backendUrl === "",
    /** Whether views can be counted at all: our server does not serve the pages of a site with a backend elsewhere. */
    countVisits: backendUrl === "",
  };
}

/** The settings of the owner's editor. */
export const readEditSettings = (variables: Variables) => readVariables(variables, table.edit);

/** Where the studio's content is, and where its site is built. */
export const readFolders = (variables: Variables) => readVariables(variables, table.folders);
